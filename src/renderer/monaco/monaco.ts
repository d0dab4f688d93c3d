/** Monaco with only the languages that are needed; loaded after the first paint. */
import * as monaco from 'monaco-editor/editor.js';
import 'monaco-editor/features/register.all.js';
import 'monaco-editor/languages/definitions/javascript/register.js';
import 'monaco-editor/languages/definitions/typescript/register.js';
import 'monaco-editor/languages/definitions/graphql/register.js';
import 'monaco-editor/languages/definitions/html/register.js';
import 'monaco-editor/languages/definitions/xml/register.js';
import { javascriptDefaults, ModuleKind, ScriptTarget } from 'monaco-editor/languages/features/typescript/register.js';
import editorWorker from 'monaco-editor/editor/editor.worker.js?worker&url';
import typescriptWorker from 'monaco-editor/language/typescript/ts.worker.js?worker&url';
import { describeVariable } from '../ui/variables/variable-text.ts';
import type { VisibleVariable } from '../ui/variables/visible-variable.ts';
import { SCRIPT_LIBRARY } from './script-library.ts';
import { completeProgramCall, type ProgramNames } from './program-completion.ts';
import type { ScriptRef } from '../collection/script-ref.ts';
import { expressionAt, scriptOfModel } from './debugging/value-hover.ts';
import { asCode } from './variables/variable-references.ts';
import { completeVariable } from './variables/variable-completion.ts';
import pmGlobals from '../../../resources/pm.d.ts?raw';

// The page's policy allows no plain text as a script's URL; this policy allows these two files.
const workers = window.trustedTypes?.createPolicy('outrigger-workers', {
  createScriptURL(url) {
    if (url !== editorWorker && url !== typescriptWorker) throw new TypeError(`${url} is not a worker of Outrigger.`);
    return url;
  },
});
self.MonacoEnvironment = {
  getWorker(_module, label) {
    const url = label === 'javascript' || label === 'typescript' ? typescriptWorker : editorWorker;
    return new Worker((workers?.createScriptURL(url) ?? url) as string, { type: 'module', name: label });
  },
};

javascriptDefaults.setCompilerOptions({
  target: ScriptTarget.ESNext,
  module: ModuleKind.ESNext,
  lib: [SCRIPT_LIBRARY],
  allowJs: true,
  allowNonTsExtensions: true,
  // Each script is a module of its own (ModuleDetectionKind.Force): its declarations are not suggested in others.
  moduleDetection: 3,
});
javascriptDefaults.setDiagnosticsOptions({
  noSemanticValidation: true,
  // Scripts may use await and return at the top level.
  diagnosticCodesToIgnore: [1108, 1375, 1378],
});
javascriptDefaults.addExtraLib(pmGlobals, 'file:///outrigger/pm-globals.d.ts');

// JSON with variables and comments, as in bodies: highlighted, without errors.
monaco.languages.register({ id: 'body-json' });
monaco.languages.setLanguageConfiguration('body-json', {
  brackets: [
    ['{', '}'],
    ['[', ']'],
  ],
  autoClosingPairs: [
    { open: '{', close: '}' },
    { open: '[', close: ']' },
    { open: '"', close: '"', notIn: ['string'] },
  ],
  comments: { lineComment: '//', blockComment: ['/*', '*/'] },
});
monaco.languages.setMonarchTokensProvider('body-json', {
  tokenizer: {
    root: [
      [/\{\{[^{}]*\}\}/, 'variable'],
      [/"(?:[^"\\{]|\\.|\{(?!\{))*"(?=\s*:)/, 'key'],
      [/"/, 'string', '@string'],
      [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
      [/\b(?:true|false|null)\b/, 'keyword'],
      [/\/\/.*$/, 'comment'],
      [/\/\*/, 'comment', '@comment'],
    ],
    string: [
      [/\{\{[^{}]*\}\}/, 'variable'],
      [/[^"\\{]+|\\.|\{/, 'string'],
      [/"/, 'string', '@pop'],
    ],
    comment: [
      [/\*\//, 'comment', '@pop'],
      [/./, 'comment'],
    ],
  },
});

monaco.editor.defineTheme('outrigger-light', {
  base: 'vs',
  inherit: true,
  rules: [
    { token: 'variable.body-json', foreground: 'a4500f' },
    { token: 'key.body-json', foreground: '0b4f8a' },
  ],
  colors: { 'editor.placeholder.foreground': '#5b626b' },
});
monaco.editor.defineTheme('outrigger-dark', {
  base: 'vs-dark',
  inherit: true,
  rules: [
    { token: 'variable.body-json', foreground: 'ffc078' },
    { token: 'key.body-json', foreground: '9cdcfe' },
  ],
  colors: { 'editor.background': '#1b1d21', 'editor.placeholder.foreground': '#9aa1ab' },
});

/** Completes inside the quotes of program calls. */
export function registerProgramCompletion(names: ProgramNames): void {
  monaco.languages.registerCompletionItemProvider('javascript', {
    triggerCharacters: ["'", '"', '`', '/'],
    async provideCompletionItems(model, position) {
      const { lineNumber, column } = position;
      const before = model.getValueInRange({
        startLineNumber: 1,
        startColumn: 1,
        endLineNumber: lineNumber,
        endColumn: column,
      });
      const typedName = /[^'"`\n]*$/.exec(before)?.[0] ?? '';
      const range = {
        startLineNumber: lineNumber,
        endLineNumber: lineNumber,
        startColumn: column - typedName.length,
        endColumn: column,
      };
      const suggestions = (await completeProgramCall(before, names)).map(({ label, detail, insert }) => ({
        label,
        detail,
        insertText: insert,
        filterText: insert,
        range,
        sortText: `0${label}`,
        kind: monaco.languages.CompletionItemKind.File,
      }));
      return { suggestions };
    },
  });
}

/** Completes names of variables after `{{` in every text, and inside the quotes of `pm.environment.get('` in scripts. */
export function registerVariableCompletion(variables: () => readonly VisibleVariable[]): void {
  monaco.languages.registerCompletionItemProvider('*', {
    triggerCharacters: ['{', "'", '"', '`'],
    provideCompletionItems(model, { lineNumber, column }) {
      const lines = { startLineNumber: lineNumber, endLineNumber: lineNumber };
      const before = model.getValueInRange({ ...lines, startColumn: 1, endColumn: column });
      const after = model.getLineContent(lineNumber).slice(column - 1);
      const completion = completeVariable(before, after, variables());
      if (!completion) return { suggestions: [] };
      const range = { ...lines, startColumn: column - completion.typed.length, endColumn: column };
      const suggestions = completion.names.map(({ name }) => ({
        label: name,
        insertText: name + completion.closing,
        filterText: name,
        range,
        sortText: `0${name}`,
        detail: describeVariable(name, completion.names),
        kind: monaco.languages.CompletionItemKind.Variable,
      }));
      return { suggestions };
    },
  });
}

/** Shows the value of an expression in a stopped script on hover. @param describe returns undefined without a value */
export function registerValueHover(
  describe: (script: ScriptRef, expression: string) => Promise<string | undefined>,
): void {
  monaco.languages.registerHoverProvider('javascript', {
    async provideHover(model, { lineNumber, column }) {
      const script = scriptOfModel.get(model);
      const hovered = expressionAt(model.getLineContent(lineNumber), column);
      if (!script || !hovered) return null;
      const text = await describe(script, hovered.text);
      if (text === undefined) return null;
      const { startColumn, endColumn } = hovered;
      const lines = { startLineNumber: lineNumber, endLineNumber: lineNumber };
      return { range: { ...lines, startColumn, endColumn }, contents: [{ value: asCode(text) }] };
    },
  });
}

export { monaco };
