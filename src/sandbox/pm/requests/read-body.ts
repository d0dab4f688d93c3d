import type { ResponseHead } from '../../../contract/scripts/script-context.ts';
import type { Channel } from '../../channel.ts';
import { PlainError, toText } from '../../primordials.ts';

/**
 * The body of a response, which stays with the host until it is read.
 * @param method `bodies.bytes` returns base64
 * @throws with the host's message, such as for a body that is too large
 */
export function readBody(channel: Channel, { body }: ResponseHead, method: 'bodies.text' | 'bodies.bytes'): string {
  const reply = channel.callSync(method, { id: body });
  if (reply.ok) return reply.value;
  throw new PlainError(toText(reply.error['message']));
}
