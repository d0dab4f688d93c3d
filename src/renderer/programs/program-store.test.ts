import { expect, test } from 'vitest';
import { codedError } from '../../contract/errors.ts';
import { hostContract, type HostApi } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/memory-port.ts';
import { connect, serve } from '../../contract/rpc.ts';
import { createProgramStore } from './program-store.ts';

const info = { root: '/w', name: 'w', scripts: [], programs: { directory: '/w/programs', exists: true, files: [] } };

/** A host that writes its calls down; its dialog answers with `chosen`. */
function open(chosen: string | null = null) {
  const calls: string[] = [];
  const api: Partial<HostApi> = {
    'workspace.chooseFolder': () => ({ path: chosen }),
    'programs.setDirectory'({ path }) {
      calls.push(`directory ${String(path)}`);
      return info;
    },
    'programs.create'({ name, extension }) {
      if (name === 'taken') throw codedError('WriteFailed', 'taken.py exists already.');
      return { path: `${name}${extension}`, source: name === 'outside' ? null : `programs/${name}${extension}` };
    },
    'programs.jarMethods'({ path }) {
      if (path === 'broken.jar') throw codedError('FileUnreadable', 'It is no jar.');
      return [{ className: 'A', method: 'a', paramTypes: [], returns: 'void', isStatic: true }];
    },
  };
  const ports = memoryPorts();
  serve(hostContract, ports.server, api as HostApi, () => () => undefined);
  return { store: createProgramStore(connect(hostContract, ports.client)), calls };
}

test('the directory is what the dialog answers; cancelled, it stays', async () => {
  const chosen = open('/other');
  await chosen.store.getState().chooseDirectory();
  expect(chosen.calls).toEqual(['directory /other']);
  const cancelled = open();
  await cancelled.store.getState().chooseDirectory();
  expect(cancelled.calls).toEqual([]);
});

test('a new program is selected, and its source is named where it can be opened', async () => {
  const { store } = open();
  expect(await store.getState().create('greet', '.py')).toBe('programs/greet.py');
  expect(store.getState().selected).toBe('greet.py');
  expect(await store.getState().create('outside', '.sh')).toBeNull();
  await expect(store.getState().create('taken', '.py')).rejects.toMatchObject({ code: 'WriteFailed' });
  expect(store.getState().selected).toBe('outside.sh');
});

test('methods of a jar that cannot be read are none', async () => {
  const { store } = open();
  expect(await store.getState().methodsOf('a.jar')).toHaveLength(1);
  expect(await store.getState().methodsOf('broken.jar')).toEqual([]);
});
