/** Calls about scripts that are being debugged. */
import { codedError } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import { maskedProperties, maskedValue } from '../../debugger/masked-values.ts';
import type { Session } from '../session.ts';

export type DebuggerApi = Pick<HostApi, Extract<keyof HostApi, `debugger.${string}`>>;

/** docs/adr/0001-sandbox.md, "A process that is debugged". */
const WEAKER_WALLS =
  'While a script is debugged, its process can be controlled through an inspector. A program on this computer that found out the ' +
  "inspector's secret address could run code in that process, and the limits of the process (no files, no programs, no network) " +
  'may not hold against such code. Scripts cannot reach the inspector, the address stays inside Outrigger, and the process ends ' +
  'with the script.';

export function createDebuggerApi({
  debuggedRuns,
  root,
  services: { trust },
  mask,
}: Pick<Session, 'debuggedRuns' | 'root' | 'services' | 'mask'>): DebuggerApi {
  return {
    'debugger.consentState': async () => ({ allowed: await trust.allowsDebugging(root) }),
    async 'debugger.consent'({ allowed }) {
      await trust.setDebugging(root, allowed);
      return {};
    },
    async 'debugger.prepare'({ runId, ...settings }) {
      if (!(await trust.allowsDebugging(root))) throw codedError('DebuggingNotAllowed', WEAKER_WALLS);
      debuggedRuns.prepare(runId, settings);
      return {};
    },
    async 'debugger.change'({ runId, ...settings }) {
      await debuggedRuns.change(runId, settings);
      return {};
    },
    async 'debugger.resume'({ runId, thread, how }) {
      await debuggedRuns.thread(runId, thread).resume(how);
      return {};
    },
    async 'debugger.pause'({ runId }) {
      await debuggedRuns.pause(runId);
      return {};
    },
    async 'debugger.properties'({ runId, thread, handle }) {
      return maskedProperties(await debuggedRuns.thread(runId, thread).properties(handle), await mask());
    },
    async 'debugger.evaluate'({ runId, thread, frame, expression, readOnly }) {
      const evaluate = readOnly ? 'evaluateReadOnly' : 'evaluate';
      const { value, threw } = await debuggedRuns.thread(runId, thread)[evaluate](frame, expression);
      return { value: maskedValue(value, await mask()), threw };
    },
  };
}
