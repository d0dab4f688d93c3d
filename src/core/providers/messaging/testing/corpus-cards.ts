/** Messages with places, contacts, invitations, products and orders. */
import { forwarded, notForwarded, thumbnail, type MessageContent } from './message-content.ts';

export const cards: MessageContent[] = [
  {
    name: 'a location',
    kind: 'location',
    messageData: {
      typeMessage: 'locationMessage',
      locationMessageData: {
        nameLocation: 'Port',
        address: 'Quay 3',
        jpegThumbnail: thumbnail,
        latitude: 53.54,
        longitude: 9.98,
        ...notForwarded,
      },
    },
  },
  {
    name: 'a location without a name',
    kind: 'location',
    messageData: {
      typeMessage: 'locationMessage',
      locationMessageData: { nameLocation: '', address: '', latitude: -33.9, longitude: 151.2 },
    },
  },
  {
    name: 'a location at the edge of the map',
    kind: 'location',
    messageData: { typeMessage: 'locationMessage', locationMessageData: { latitude: -90, longitude: 180 } },
  },
  {
    name: 'a contact',
    kind: 'contact',
    messageData: {
      typeMessage: 'contactMessage',
      contactMessageData: {
        displayName: 'Bo',
        vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Bo\nTEL;waid=79990000003:+7 999\nEND:VCARD',
        ...notForwarded,
      },
    },
  },
  {
    name: 'a forwarded contact without a card',
    kind: 'contact',
    messageData: { typeMessage: 'contactMessage', contactMessageData: { displayName: 'Bo', vcard: '', ...forwarded } },
  },
  {
    name: 'several contacts',
    kind: 'contacts_array',
    messageData: {
      typeMessage: 'contactsArrayMessage',
      messageData: {
        contacts: [
          { displayName: 'Bo', vcard: 'BEGIN:VCARD' },
          { displayName: 'Cy', vcard: '' },
        ],
        ...notForwarded,
      },
    },
  },
  {
    name: 'an invitation',
    kind: 'group_invite',
    messageData: {
      typeMessage: 'groupInviteMessage',
      groupInviteMessageData: {
        groupJid: '120363000000000017@g.us',
        inviteCode: 'Zz0',
        inviteExpiration: { low: 1750259200, high: 0, unsigned: false },
        groupName: 'Port',
        caption: '',
        jpegThumbnail: '',
      },
    },
  },
  {
    name: 'an invitation without an end',
    kind: 'group_invite',
    messageData: {
      typeMessage: 'groupInviteMessage',
      groupInviteMessageData: { groupJid: '79990000001-1586700690@g.us', inviteCode: 'Zz0', groupName: 'Port' },
    },
  },
  {
    name: 'a product',
    kind: 'product',
    messageData: {
      typeMessage: 'productMessage',
      productMessage: { productId: '264', title: 'Mug', price: '9.90', currencyCode: 'EUR' },
    },
  },
  {
    name: 'an order',
    kind: 'order',
    messageData: {
      typeMessage: 'orderMessage',
      orderMessage: { orderId: '129', token: 'AeB==', totalPrice: '9900', sellerJid: '79990000001@c.us', itemCount: 2 },
    },
  },
];
