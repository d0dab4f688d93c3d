/** Sandboxes whose process runs other code: the abilities of a process that an attacker has taken over. */
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { findSandboxRuntime } from '../processes/find-runtime.ts';
import { SANDBOX_LIBRARIES } from '../sandbox-process/sandbox-libraries.ts';
import { startSandboxProcess, type SandboxProcess } from '../sandbox-process/sandbox-process.ts';
import type { SandboxProcessOptions } from '../sandbox-process/spawn-sandbox.ts';

/** Like those of `startSandboxProcess`. */
type Kind = Pick<SandboxProcessOptions, 'debugged'>;

/** @param source the whole entry file */
export function startSandboxProcessWith(source: string, kind: Kind = {}): SandboxProcess {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-hostile-'));
  const entry = path.join(folder, 'entry.mjs');
  writeFileSync(entry, source);
  copyFileSync(
    path.join(path.dirname(inject('sandboxEntry')), SANDBOX_LIBRARIES),
    path.join(folder, SANDBOX_LIBRARIES),
  );
  return startSandboxProcess({ runtime: findSandboxRuntime(), entry, ...kind });
}

/** `send` writes a frame, `raw` bytes, `sync` a synchronous call; `onText` receives the host's frames. */
export function startHostileSandbox(body: string, kind: Kind = {}): SandboxProcess {
  return startSandboxProcessWith(
    `
    import fs from 'node:fs';
    import net from 'node:net';
    const line = new net.Socket({ fd: 3, readable: true, writable: true });
    const frame = (text) => { const b = Buffer.from(text); const h = Buffer.alloc(4); h.writeUInt32LE(b.length); return Buffer.concat([h, b]); };
    const send = (text) => line.write(frame(text));
    const raw = (...bytes) => line.write(Buffer.from(bytes));
    const sync = (text) => fs.writeSync(4, frame(text));
    let onText = () => {};
    let received = Buffer.alloc(0);
    const listen = () => line.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 4 && received.length >= 4 + received.readUInt32LE()) {
        const end = 4 + received.readUInt32LE();
        onText(received.toString('utf8', 4, end));
        received = received.subarray(end);
      }
    });
    ${body}`,
    kind,
  );
}
