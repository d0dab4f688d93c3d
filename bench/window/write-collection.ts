import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const REQUESTS = 5_000;
const IN_FOLDER = 50;

/** A collection of 5,000 requests, each with a header, a body and a script, in folders of 50. */
export function writeLargeCollection(workspace: string): void {
  mkdirSync(workspace, { recursive: true });
  writeFileSync(path.join(workspace, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  for (let number = 0; number < REQUESTS; number++) {
    const folder = path.join(workspace, `folder-${Math.floor(number / IN_FOLDER)}`);
    mkdirSync(folder, { recursive: true });
    const body = JSON.stringify({ id: number, note: 'The order of a customer, with what was said about it.' });
    const script = "pm.test('is answered', () => pm.response.to.have.status(200));";
    writeFileSync(
      path.join(folder, `request-${number}.yml`),
      `info:\n  name: Request ${number}\nhttp:\n  method: POST\n  url: "{{base}}/orders/${number}"\n  headers:\n    - name: X-Number\n      value: "${number}"\n  body:\n    type: json\n    data: '${body}'\nruntime:\n  scripts:\n    - type: after-response\n      code: "${script}"\n`,
    );
  }
}
