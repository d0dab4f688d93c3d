/** The open scripts, their order, and their edits. */
import { withMovedTab } from '../ui/tabs/moved-tab.ts';
import { changeScript, type OpenScripts, type ScriptParts } from './script-state.ts';

export function createOpenScripts(parts: ScriptParts): OpenScripts {
  const { client, drafts, workspace, set, get } = parts;
  const choices = workspace.latestCall();
  return {
    open: [],
    activePath: undefined,
    place: undefined,
    active: () => get().open.find(({ path }) => path === get().activePath),
    async openScript(path, line) {
      const choice = choices.begin();
      const root = workspace.root();
      if (!get().open.some((script) => script.path === path)) {
        const { content, version } = await client.call('workspace.readScript', { path });
        if (workspace.root() !== root) return;
        const draft = drafts.read(path);
        const isTyped = draft !== undefined && draft.content !== content;
        // A draft keeps the version of the file that it is based on, so that saving over a newer file asks.
        const script = { path, saved: content, ...(isTyped ? draft : { content, version }) };
        set(({ open }) => (open.some((other) => other.path === path) ? {} : { open: [...open, script] }));
      }
      if (!choice.aborted) set({ activePath: path, ...(line === undefined ? {} : { place: { path, line } }) });
    },
    async create(name) {
      const { path } = await client.call('workspace.createScript', { name });
      await get().openScript(path, 1);
    },
    close(path) {
      const { open, activePath } = get();
      const index = open.findIndex((script) => script.path === path);
      const otherScripts = open.filter((script) => script.path !== path);
      const next = otherScripts[Math.min(index, otherScripts.length - 1)]?.path;
      set({ open: otherScripts, activePath: activePath === path ? next : activePath });
    },
    moveTab(path, before) {
      set(({ open }) => ({ open: withMovedTab(open, (script) => script.path, path, before) }));
    },
    edit(path, content) {
      const script = get().open.find((open) => open.path === path);
      if (!script || script.content === content) return;
      changeScript(parts, path, { content });
      drafts.store({ ...script, content });
    },
  };
}
