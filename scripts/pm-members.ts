/**
 * Reads resources/pm.d.ts, from which the editor's completion and the page docs/pm-api.md are generated. Executed
 * directly, it writes that page: `node scripts/pm-members.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.join(import.meta.dirname, '..');
const file = path.join(root, 'resources/pm.d.ts');
export const pageFile = path.join(root, 'docs/pm-api.md');

export interface Member {
  /** As scripts write it: `pm.environment.get`. */
  name: string;
  /** The last part of the name. */
  key: string;
  text: string;
  examples: string[];
}
export interface Group {
  /** The object that has these members: `pm.environment`. */
  owner: string;
  text: string;
  members: Member[];
}

/** Objects that share a type are described once, under the first of these names. */
const owners: Record<string, string> = {
  Pm: 'pm',
  VariableScope: 'pm.variables, pm.environment, pm.collectionVariables, pm.globals, pm.iterationData',
  PmRequest: 'pm.request',
  PmResponse: 'pm.response',
  PmCookieJar: 'pm.cookies.jar()',
  Console: 'console',
};

function describe(node: ts.Node): { text: string; examples: string[] } {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = docs.map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? '').join(' ');
  const examples = docs
    .flatMap((doc) => [...(doc.tags ?? [])])
    .filter((tag) => tag.tagName.text === 'example')
    .map((tag) => (ts.getTextOfJSDocComment(tag.comment) ?? '').trim());
  return { text: text.replace(/\s+/g, ' ').trim(), examples };
}

/** Every documented object with its members, in the order of the file. */
export function readMembers(): Group[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const groups: Group[] = [];
  const visit = (owner: string, members: readonly ts.TypeElement[], text: string) => {
    const group: Group = { owner, text, members: [] };
    groups.push(group);
    const first = owner.split(',')[0] ?? owner;
    for (const member of members) {
      if (!member.name || !ts.isIdentifier(member.name)) continue;
      const key = member.name.text;
      const described = describe(member);
      group.members.push({ name: `${first}.${key}`, key, ...described });
      if (ts.isPropertySignature(member) && member.type && ts.isTypeLiteralNode(member.type)) {
        const inner = member.type.members.filter((member) => member.name && describe(member).text !== '');
        if (inner.length > 0) visit(`${first}.${key}`, inner, described.text);
      }
    }
  };
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement)) continue;
    const owner = owners[statement.name.text];
    if (owner) visit(owner, statement.members, describe(statement).text);
  }
  return groups;
}

/** The names that scripts can pass to `require`, from its description. */
export function requiredNames(): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const declaration = source.statements.find((node) => ts.isFunctionDeclaration(node) && node.name?.text === 'require');
  const [, names = ''] = (declaration ? describe(declaration).text : '').match(/: (.*)\.$/) ?? [];
  return names.split(', ');
}

/** Returns the content that docs/pm-api.md must have. */
export function renderPage(): string {
  const parts = readMembers().map(({ owner, text, members }) => {
    const rows = members.map(({ name, text: description, examples }) => {
      const code = examples.map((example) => `\n\n\`\`\`js\n${example}\n\`\`\``).join('');
      if (!description && owner !== 'console')
        throw new Error(`${name} has no description in resources/pm.d.ts: write one.`);
      return `### \`${name}\`\n\n${description || 'As in every console.'}${code}\n`;
    });
    return `## ${owner}\n\n${text ? `${text}\n\n` : ''}${rows.join('\n')}`;
  });
  return `# The \`pm\` API

Scripts written for Postman run here unchanged. They run before a request is sent and after its response has arrived, each
in a realm of its own, in a process that can reach no file, no network and no other process. \`await\` and \`return\` work at
the top level. A script has ended when its own code, its tests, its timers, its requests and its programs have ended. If it then
still waits for a promise that does not settle, or for a \`done\` that is not called, the test or the script fails with a message.

A script that runs for 5 minutes without waiting for a program, a request or a webhook is ended; a **Script timeout** in the
settings, or \`--timeout-script\`, limits the whole script instead.

An error of a timer or a callback, or an unhandled rejection, is reported as an error of the script, and the rest of the
script continues. The timers, requests and open tests of a script whose own code throws go on, too; its programs and its waits for
webhooks end. A request is not sent when one of its pre-request scripts has an error; post-response scripts also run when an
earlier one has failed.

Intended differences from Postman: an async function in \`pm.test\` is awaited, and its rejection fails that test;
\`pm.test\` without a function passes with a warning; changes of global objects do not affect later scripts.
[All differences](coming-from.md#from-postman).

This page is generated from the declarations that the editor uses for completion, and a test runs every example. How to call
programs is described in [external-programs.md](external-programs.md).

${parts.join('\n')}
## Older scripts

The globals from before \`pm\` exist: \`tests\`, \`responseBody\`, \`responseCode\`, \`responseHeaders\`, \`responseTime\`,
\`responseCookies\`, \`request\`, \`data\`, \`environment\`, \`globals\`, \`iteration\`, \`postman.setEnvironmentVariable\` and similar functions,
\`_\` (lodash 3.10; \`require('lodash')\` is lodash 4), \`CryptoJS\`, \`tv4\`, \`xml2Json\`, \`cheerio\`. They do not exist in a script that begins with \`"use sandbox2";\`.

## Globals and modules

In addition to the language there are \`Buffer\`, timers, \`URL\`, \`TextEncoder\` and \`TextDecoder\`, \`AbortController\`, \`EventTarget\`, \`Blob\`, \`File\`,
\`structuredClone\`, \`DOMException\`, the streams of the web, \`atob\`, \`btoa\`, and \`crypto\` with \`crypto.subtle\`: digests, HMAC, AES, RSA, ECDSA,
ECDH, PBKDF2 and HKDF, with at most ten million iterations and RSA keys of 8192 bits.

\`require\` loads the libraries of Postman, and its replacements of Node's modules (\`fs\` is empty, \`os\` has no information about the computer).
Scripts can require ${requiredNames()
    .map((name) => `\`${name}\``)
    .join(', ')}.
The methods of SugarJS (\`Date.create('next week')\`, \`[1, 2].average()\`) exist for scripts that call one. Backbone is not available. Other npm packages are [added to the workspace](packages.md).
`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(pageFile, renderPage());
