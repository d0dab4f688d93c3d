/** The content of a message, with parts that many messages share. */
export interface MessageContent {
  name: string;
  /** The kind without its direction: `image` is `incoming_image` or `outgoing_api_image`. */
  kind: string;
  messageData: Record<string, unknown>;
}

export const forwarded = { forwardingScore: 3, isForwarded: true };
export const notForwarded = { forwardingScore: 0, isForwarded: false };
export const thumbnail = '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsK';
export const stanzaId = '3EB0C767D097B7C11111';
export const participant = '79990000002@c.us';
