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
const shown: Record<string, string> = {
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
    const owner = shown[statement.name.text];
    if (owner) visit(owner, statement.members, describe(statement).text);
  }
  return groups;
}

/** Returns the content that docs/pm-api.md must have. */
export function renderPage(): string {
  const parts = readMembers().map(({ owner, text, members }) => {
    const rows = members.map(({ name, text: what, examples }) => {
      const code = examples.map((example) => `\n\n\`\`\`js\n${example}\n\`\`\``).join('');
      if (!what && owner !== 'console') throw new Error(`${name} has no description in resources/pm.d.ts: write one.`);
      return `### \`${name}\`\n\n${what || 'As in every console.'}${code}\n`;
    });
    return `## ${owner}\n\n${text ? `${text}\n\n` : ''}${rows.join('\n')}`;
  });
  return `# The \`pm\` API

Scripts written for Postman run here unchanged. They run before a request is sent and after its response has arrived, each
in a realm of its own, in a process that can reach no file, no network and no other process. \`await\` and \`return\` work at
the top level. A script has ended when its own code, its tests, its timers, its requests and its programs have. Where it still
waits then, for a promise that does not settle or a \`done\` that is not called, the test or the script fails and says so.

A script that runs for 5 minutes without waiting for a program, a request or a webhook is ended; a **Script timeout** in the
settings, or \`--timeout-script\`, is the time for the whole script instead.

An error of a timer or a callback, or a rejection that nobody handles, is reported as an error of the script, and the rest of
the script goes on. A request is not sent when one of its pre-request scripts has an error; the scripts after its response
run also when one before them has failed.

What differs from Postman, on purpose: an async function given to \`pm.test\` is awaited, and its rejection fails that test;
\`pm.test\` without a function fails instead of passing; nothing that a script changes in its global objects is there for
the next one.

This page is made from the declarations that the editor completes from; every example in it is run by a test. How to call
programs stands in [external-programs.md](external-programs.md).

${parts.join('\n')}
## Older scripts

The globals from before \`pm\` are there: \`tests\`, \`responseBody\`, \`responseCode\`, \`responseHeaders\`, \`responseTime\`,
\`responseCookies\`, \`request\`, \`data\`, \`environment\`, \`globals\`, \`iteration\`, \`postman.setEnvironmentVariable\` and its kin,
\`_\` (lodash 3.10; \`require('lodash')\` is lodash 4), \`CryptoJS\`, \`tv4\`, \`xml2Json\`, \`cheerio\`. A script that begins with \`"use sandbox2";\` does without them.

## Globals and modules

Beside the language there are \`Buffer\`, timers, \`URL\`, \`TextEncoder\` and \`TextDecoder\`, \`AbortController\`, \`EventTarget\`, \`Blob\`, \`File\`,
\`structuredClone\`, \`DOMException\`, the streams of the web, \`atob\`, \`btoa\`, and \`crypto\` with \`crypto.subtle\`: digests, HMAC, AES, RSA, ECDSA,
ECDH, PBKDF2 and HKDF, with at most ten million iterations and RSA keys of 8192 bits.

\`require\` knows the libraries of Postman, and its stand-ins for modules of Node (\`fs\` is empty, \`os\` says nothing about the computer).
The methods of SugarJS (\`Date.create('next week')\`, \`[1, 2].average()\`) are there for scripts that call one. Backbone is not there. Other packages of npm are [added to the workspace](packages.md).
`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(pageFile, renderPage());
