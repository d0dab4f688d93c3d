/** `replaceIn` of a variable scope. */
import {
  createExpansion,
  filledInText,
  memberByPath,
  type FillOptions,
} from '../../../contract/collection/expand-variables.ts';
import { moreDynamicVariables } from '../../../contract/collection/more-dynamic-variables.ts';
import { PlainError } from '../../primordials.ts';
import type { Sdk } from '../requests/sdk.ts';

interface ReplaceOptions {
  /** Absent: only dynamic variables are replaced. */
  scope: { has(name: string): boolean; get(name: string): unknown } | undefined;
  sdk: () => Sdk;
  /** Named by an error. */
  label: string;
  options: FillOptions | undefined;
}

/** @throws when the text grows beyond a limit (contract/collection/expand-variables.ts) */
export function replaceVariables(template: unknown, { scope, sdk, label, options }: ReplaceOptions): unknown {
  const has = (name: string) => scope?.has(name) ?? false;
  const get = (name: string) => scope?.get(name);
  const expand = createExpansion({
    valueOf(name, whole) {
      const trimmed = options?.likeBruno ? name : name.trim();
      const value = has(name) ? get(name) : get(trimmed);
      if (value !== undefined) return filledInText(value, options);
      const member = memberByPath(trimmed, get);
      if (member !== undefined) return filledInText(member, options);
      // A variable that was set to undefined is empty, as in Postman.
      if (has(name)) return '';
      if (!name.startsWith('$')) return undefined;
      return moreDynamicVariables(name, options) ?? sdk().Property.replaceSubstitutions(whole, [{}]);
    },
    fail: (message) => new PlainError(`${label}.replaceIn: ${message}`),
    likeBruno: options?.likeBruno,
  });
  return expand(template);
}
