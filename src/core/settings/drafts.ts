/** Texts that are not saved yet, on disk within a moment: what was typed outlives a crash. */
import * as z from 'zod';
import type { HostApi } from '../../contract/host-contract.ts';
import { openJsonFile } from '../platform/json-file.ts';

const schema = z.object({ drafts: z.record(z.string(), z.string()) });

export async function openDrafts(
  file: string,
  onNotice: (text: string) => void,
): Promise<Pick<HostApi, 'drafts.get' | 'drafts.set'>> {
  const stored = await openJsonFile({ file, schema, initial: { drafts: {} }, onNotice });
  let turn: Promise<unknown> = Promise.resolve();
  return {
    'drafts.get': () => stored.get(),
    async 'drafts.set'({ drafts }) {
      const change = turn.then(async () => {
        const next = { ...stored.get().drafts };
        for (const [name, text] of Object.entries(drafts)) {
          if (text === null) Reflect.deleteProperty(next, name);
          else next[name] = text;
        }
        await stored.set({ drafts: next });
      });
      turn = change.catch(() => undefined);
      await change;
      return {};
    },
  };
}
