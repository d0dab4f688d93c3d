/**
 * A plugin of Oxlint: patterns in the syntax that this project forbids, each a rule of its own. `.oxlintrc.json` says
 * where each applies.
 */

/** Name, selector and message of each rule. */
const patterns = {
  'no-process-exit': [
    "CallExpression[callee.object.name='process'][callee.property.name='exit']",
    'Only cli/ ends the process; elsewhere throw, or set process.exitCode.',
  ],
  'no-raw-ipc': [
    'CallExpression[callee.object.name=/^ipc(Main|Renderer)$/]',
    'Messages go through the two port files.',
  ],
  'no-host-in-view': [
    ":matches(Identifier[name='HostClient'], MemberExpression[object.name='client'][property.name=/^(call|on)$/])",
    'A view calls a store; only stores call the host.',
  ],
  'no-action-in-menu': [
    ":matches(JSXMemberExpression[object.name='Menu'][property.name=/Item$/], JSXAttribute[name.name='role'] > Literal[value=/^menuitem/])",
    'A menu draws commands, which are in the palette too (context/commands/menus.ts), and names (ui/NameItem.tsx).',
  ],
  'no-spread-literal': [
    ':matches(ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression)',
    'Write the members into the object or the list itself. Split the function if it becomes too long.',
  ],
  'no-modal': ["JSXIdentifier[name='Modal']", 'Use ui/dialogs/Dialog.tsx: when it closes, the focus is where it was.'],
};

const ruleOf = ([selector, message]) => ({
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
});

export default {
  meta: { name: 'project' },
  rules: Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, ruleOf(pattern)])),
};
