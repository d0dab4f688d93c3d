/** Reactions, polls, buttons, lists, and messages about earlier messages. */
import { notForwarded, participant, stanzaId, type MessageContent } from './message-content.ts';

const buttons = (more: object[]) => ({
  typeMessage: 'interactiveButtons',
  interactiveButtons: { titleText: 'Parcel 17', contentText: 'What next?', footerText: 'Shop', buttons: more },
});

export const interactions: MessageContent[] = [
  {
    name: 'a reaction',
    kind: 'reaction',
    messageData: {
      typeMessage: 'reactionMessage',
      extendedTextMessageData: { text: '❤️' },
      quotedMessage: { stanzaId, participant },
    },
  },
  {
    name: 'a reaction that is taken back',
    kind: 'reaction',
    messageData: {
      typeMessage: 'reactionMessage',
      extendedTextMessageData: { text: '' },
      quotedMessage: { stanzaId, participant },
    },
  },
  {
    name: 'a poll',
    kind: 'poll',
    messageData: {
      typeMessage: 'pollMessage',
      pollMessageData: {
        name: 'When?',
        options: [{ optionName: 'Now' }, { optionName: 'Later' }],
        multipleAnswers: true,
      },
    },
  },
  {
    name: 'a poll without answers',
    kind: 'poll',
    messageData: { typeMessage: 'pollMessage', pollMessageData: { name: 'When?', options: [] } },
  },
  {
    name: 'votes',
    kind: 'poll_update',
    messageData: {
      typeMessage: 'pollUpdateMessage',
      pollMessageData: {
        stanzaId,
        name: 'When?',
        votes: [
          { optionName: 'Now', optionVoters: [participant, '79990000003@c.us'] },
          { optionName: 'Later', optionVoters: [] },
        ],
        multipleAnswers: true,
      },
    },
  },
  {
    name: 'a poll nobody has voted in',
    kind: 'poll_update',
    messageData: {
      typeMessage: 'pollUpdateMessage',
      pollMessageData: { stanzaId, name: 'When?', votes: [], multipleAnswers: false },
    },
  },
  {
    name: 'an edited message',
    kind: 'edited',
    messageData: { typeMessage: 'editedMessage', editedMessageData: { textMessage: 'Saturday', stanzaId } },
  },
  {
    name: 'a deleted message',
    kind: 'deleted',
    messageData: { typeMessage: 'deletedMessage', deletedMessageData: { stanzaId } },
  },
  {
    name: 'a deleted message that repeats its type',
    kind: 'deleted',
    messageData: { typeMessage: 'deletedMessage', deletedMessageData: { stanzaId, typeMessage: 'deletedMessage' } },
  },
  {
    name: 'buttons of each kind',
    kind: 'interactive_buttons',
    messageData: buttons([
      { type: 'copy', buttonId: '1', buttonText: 'Copy', copyCode: '4711' },
      { type: 'call', buttonId: '2', buttonText: 'Call', phoneNumber: '79990000001' },
      { type: 'url', buttonId: '3', buttonText: 'Track', url: 'https://example.test/17' },
    ]),
  },
  {
    name: 'one button',
    kind: 'interactive_buttons',
    messageData: buttons([{ type: 'url', buttonId: '3', buttonText: 'Track', url: 'https://example.test/17' }]),
  },
  {
    name: 'buttons to answer with',
    kind: 'reply_buttons',
    messageData: buttons([
      { type: 'reply', buttonId: '1', buttonText: 'Yes' },
      { type: 'reply', buttonId: '2', buttonText: 'No' },
    ]),
  },
  {
    name: 'buttons to answer with, of another spelling',
    kind: 'interactive_buttons_reply_alt',
    messageData: {
      typeMessage: 'interactiveButtonsReply',
      interactiveButtonsReply: {
        header: 'Parcel',
        body: 'Ok?',
        footer: '',
        buttons: [{ type: 'reply', buttonId: '1', buttonText: 'Yes' }],
      },
    },
  },
  {
    name: 'buttons of an older version',
    kind: 'buttons_legacy',
    messageData: {
      typeMessage: 'buttonsMessage',
      buttonsMessage: { contentText: 'Ok?', footer: '', buttons: [{ buttonId: '1', buttonText: 'Yes' }] },
    },
  },
  {
    name: 'the choice of such a button',
    kind: 'buttons_response_legacy',
    messageData: {
      typeMessage: 'buttonsResponseMessage',
      buttonsResponseMessage: { stanzaId, selectedButtonId: '1', selectedButtonText: 'Yes' },
    },
  },
  {
    name: 'a list',
    kind: 'list_legacy',
    messageData: {
      typeMessage: 'listMessage',
      listMessage: {
        contentText: 'When?',
        title: 'Days',
        buttonText: 'Open',
        sections: [{ title: 'Week', rows: [{ title: 'Monday', rowId: 'm' }] }],
      },
    },
  },
  {
    name: 'a choice of a list, its type a number',
    kind: 'list_response_legacy',
    messageData: {
      typeMessage: 'listResponseMessage',
      listResponseMessage: { stanzaId, title: 'Monday', listType: 1, singleSelectReply: 'm' },
    },
  },
  {
    name: 'a choice of a list, its type a text',
    kind: 'list_response_legacy',
    messageData: {
      typeMessage: 'listResponseMessage',
      listResponseMessage: { stanzaId, title: 'Monday', listType: '1', singleSelectReply: 'm' },
    },
  },
  {
    name: 'a template',
    kind: 'template_legacy',
    messageData: {
      typeMessage: 'templateMessage',
      templateMessage: {
        contentText: 'Ok?',
        footer: '',
        buttons: [{ index: 1, quickReplyButton: { displayText: 'Yes', id: 'y' } }],
        ...notForwarded,
      },
    },
  },
];
