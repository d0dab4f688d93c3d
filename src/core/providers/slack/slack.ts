/** Slack sends events as JSON, and slash commands and clicks as forms. */
import type { ProviderDefinition } from '../../../contract/webhooks/webhook-provider.ts';
import { descriptions } from '../provider-descriptions.ts';
import { event, type RequiredFields } from '../definition/required-fields.ts';

const ofEvent = (title: string | string[], fields: RequiredFields = {}) =>
  event(title, { team_id: 'string', 'event.type': 'string', event_id: 'string', event_time: 'integer', ...fields });
const byUser = (title: string | string[], fields: RequiredFields = {}) =>
  event(title, { type: 'string', 'user.id': 'string', ...fields });
const who = '{body.event.user}';
const channel = '{body.event.channel}';
const inChannel = { 'event.channel': 'string' } as const;

export const slack: ProviderDefinition = {
  ...descriptions.slack,
  recognize: [
    { headers: { 'X-Slack-Signature': true } },
    { fields: { type: 'event_callback', team_id: true, 'event.type': true } },
    { fields: { type: 'url_verification', challenge: true } },
    { fields: { command: { startsWith: '/' }, team_id: true, trigger_id: true } },
  ],
  event: ['{body.event.type}', '{body.type}', '{body.command | as slash_command}'],
  title: ['{event | words | capital} by {body.event.user}', '{event | words | capital}'],
  sentence: ['{body.event.text}', '{body.command} {body.text}', '{event | words | capital}.'],
  subject: ['{body.event.channel} {body.event.thread_ts}', '{body.event.channel} {body.event.ts}', '{body.trigger_id}'],
  identity: '{body.event_id}',
  fields: {
    token: 'Verification token, which the signature has replaced',
    challenge: 'Text that the response has to contain, so that Slack takes the address',
    type: 'Kind of request',
    team_id: 'Workspace',
    team_domain: 'Address of the workspace',
    enterprise_id: 'Organization',
    api_app_id: 'App',
    event_id: 'Identifier of the event; a second delivery has the same',
    event_time: 'When it happened, in seconds since 1970',
    event_context: 'Identifier by which more about the event can be asked',
    'event.type': 'Name of the event',
    'event.subtype': 'Kind of message',
    'event.user': 'Member who caused the event',
    'event.text': 'Text of the message',
    'event.ts': 'Time of the message, which is also its identifier in the channel',
    'event.event_ts': 'When it happened',
    'event.thread_ts': 'Message that begins the thread',
    'event.channel': 'Channel',
    'event.channel_type': 'Kind of channel',
    'event.reaction': 'Name of the emoji',
    'event.item.ts': 'Message that was reacted to',
    command: 'The slash command',
    text: 'Text',
    response_url: 'Address at which answers are taken for 30 minutes',
    trigger_id: 'Identifier that opens a dialog, for 3 seconds',
    channel_id: 'Channel',
    channel_name: 'Name of the channel',
    user_id: 'Member',
    user_name: 'Name of the member',
    'user.id': 'Member',
    'user.username': 'Name of the member',
    'actions.action_id': 'Name of the element that was used',
    'actions.block_id': 'Block of that element',
    'actions.value': 'Value of that element',
    callback_id: 'Name of the dialog or shortcut',
  },
  events: {
    url_verification: event('Verification of the address', { type: 'string', challenge: 'string' }),
    app_mention: ofEvent(`App mentioned by ${who} in ${channel}`, inChannel),
    message: ofEvent(
      [
        `Message {body.event.subtype | words} in ${channel}`,
        `Message from ${who} in ${channel}`,
        `Message in ${channel}`,
      ],
      inChannel,
    ),
    reaction_added: ofEvent(`Reaction :{body.event.reaction}: added by ${who}`, { 'event.reaction': 'string' }),
    reaction_removed: ofEvent(`Reaction :{body.event.reaction}: removed by ${who}`, { 'event.reaction': 'string' }),
    member_joined_channel: ofEvent(`${who} joined ${channel}`, inChannel),
    member_left_channel: ofEvent(`${who} left ${channel}`, inChannel),
    channel_created: ofEvent('Channel {body.event.channel.name} created', { 'event.channel.name': 'string' }),
    channel_rename: ofEvent('Channel renamed to {body.event.channel.name}', { 'event.channel.name': 'string' }),
    channel_archive: ofEvent(`Channel ${channel} archived`, inChannel),
    channel_deleted: ofEvent(`Channel ${channel} deleted`, inChannel),
    team_join: ofEvent(['{body.event.user.name} joined the workspace', 'Somebody joined the workspace'], {
      'event.user': 'object',
    }),
    app_home_opened: ofEvent(`Home of the app opened by ${who}`, inChannel),
    app_uninstalled: ofEvent('App uninstalled'),
    tokens_revoked: ofEvent('Tokens revoked', { 'event.tokens': 'object' }),
    link_shared: ofEvent(`Link shared by ${who} in ${channel}`, { 'event.links': 'array' }),
    file_shared: ofEvent('File {body.event.file_id} shared', { 'event.file_id': 'string' }),
    pin_added: ofEvent(`Pinned by ${who}`, { 'event.item': 'object' }),
    slash_command: event('{body.command} by {body.user_name} in {body.channel_name}', {
      command: 'string',
      text: 'string',
      user_id: 'string',
      channel_id: 'string',
      response_url: 'string',
    }),
    block_actions: byUser(
      ['{body.actions.0.action_id} used by {body.user.username}', 'Element used by {body.user.id}'],
      { actions: 'array' },
    ),
    view_submission: byUser('Dialog[ {body.view.callback_id}] submitted by {body.user.id}', { view: 'object' }),
    view_closed: byUser('Dialog[ {body.view.callback_id}] closed by {body.user.id}', { view: 'object' }),
    shortcut: byUser('Shortcut {body.callback_id} used by {body.user.id}', { callback_id: 'string' }),
    message_action: byUser('Shortcut {body.callback_id} used on a message by {body.user.id}', {
      callback_id: 'string',
    }),
    app_rate_limited: event('Too many events: Slack sends fewer', {
      team_id: 'string',
      minute_rate_limited: 'integer',
    }),
  },
};
