/** Sends drafts to the host in one call, with the texts that they replace, and reports those that were refused. */
import { draftDigest } from '../../contract/collection/draft-limits.ts';
import { codedError, toFailure } from '../../contract/errors.ts';
import type { HostClient } from '../../contract/host-contract.ts';

export type DraftChanges = Record<string, string | null>;

export interface DraftSender {
  /** Drafts that the host has refused, or would refuse, with their last texts. */
  refusedTexts: Map<string, string>;
  /** Records a refused draft, and reports it unless it was refused before. */
  refuse(name: string, text: string): void;
  /** Records the host's text of a draft, which the next text of this window replaces; null: the host has none. */
  know(name: string, text: string | null): void;
  /**
   * Never rejects: a failure is reported once, until a call succeeds.
   * @returns the texts of other windows that this one did not know, which the host keeps; undefined: nothing was sent
   */
  send(sent: DraftChanges): Promise<Record<string, string> | undefined>;
}

/** @param options.window identifies this window: the host tells every other one what was changed */
export function createDraftSender(
  client: HostClient,
  { onProblem, window }: { onProblem: (error: unknown) => void; window: string },
): DraftSender {
  const refusedTexts = new Map<string, string>();
  /** The digests of the texts that the host has, as far as this window knows. */
  const known = new Map<string, string>();
  let hasFailed = false;

  function refuse(name: string, text: string): void {
    const isReported = refusedTexts.has(name);
    refusedTexts.set(name, text);
    if (isReported) return;
    const message = `What you typed in ${itemOf(name)} is too large to be stored before it is saved.`;
    onProblem(codedError('FileTooLarge', message, 'Save it, or discard other unsaved changes.'));
  }
  function knowDigest(name: string, digest: string | null | undefined): void {
    if (typeof digest === 'string') known.set(name, digest);
    else known.delete(name);
  }
  const know = (name: string, text: string | null) => knowDigest(name, text === null ? null : draftDigest(text));
  return {
    refusedTexts,
    refuse,
    know,
    async send(sent) {
      const names = Object.keys(sent);
      const replaced = Object.fromEntries(names.map((name) => [name, known.get(name) ?? null]));
      // The host answers in the order of the calls, so the next call replaces what this one stores.
      for (const [name, text] of Object.entries(sent)) know(name, text);
      try {
        const { refused, conflicts } = await client.call('drafts.set', { drafts: sent, replaced, window });
        for (const [name, text] of Object.entries(sent)) {
          if (text === null || !refused.includes(name)) refusedTexts.delete(name);
          else {
            knowDigest(name, replaced[name]);
            refuse(name, text);
          }
        }
        hasFailed = false;
        return conflicts;
      } catch (error) {
        for (const name of names) knowDigest(name, replaced[name]);
        // A lost host is reported elsewhere.
        if (!hasFailed && toFailure(error).code !== 'Disconnected') onProblem(error);
        hasFailed = true;
        return undefined;
      }
    },
  };
}

/** A name consists of the kind of the draft, a space, and the path of its item. */
const itemOf = (name: string): string => name.slice(name.indexOf(' ') + 1);
