import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const noProcessExit = {
  selector: "CallExpression[callee.object.name='process'][callee.property.name='exit']",
  message: 'Only cli/ ends the process; elsewhere throw, or set process.exitCode.',
};
const noRawIpc = {
  selector: 'CallExpression[callee.object.name=/^ipc(Main|Renderer)$/]',
  message: 'Messages go through the two port files.',
};
const noHostInView = {
  selector:
    ":matches(Identifier[name='HostClient'], MemberExpression[object.name='client'][property.name=/^(call|on)$/])",
  message: 'A view calls a store; only stores call the host.',
};

const noActionInMenu = {
  selector:
    ":matches(JSXMemberExpression[object.name='Menu'][property.name=/Item$/], JSXAttribute[name.name='role'] > Literal[value=/^menuitem/])",
  message: 'A menu draws commands, which are in the palette too (context/menus.ts), and names (ui/NameItem.tsx).',
};

const noModal = {
  selector: "JSXIdentifier[name='Modal']",
  message: 'Use ui/Dialog.tsx: when it closes, the focus is where it was.',
};

export default tseslint.config(
  {
    ignores: [
      'out/',
      'dist/',
      'node_modules/',
      'examples/',
      'bench/compare/bruno-collection/',
      'test-results/',
      '**/*.mjs',
      '**/*.cjs',
      '*.config.js',
      '**/*.d.ts',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      // Numbers read well in texts; objects do not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/unbound-method': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', noProcessExit, noRawIpc],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [{ name: 'node:http', allowTypeImports: true, message: 'See core/platform/node-http.ts.' }] },
      ],
    },
  },
  { files: ['src/cli/**'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['src/preload/index.ts', 'src/main/electron-port.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['src/renderer/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules, 'react-hooks/incompatible-library': 'off' },
  },
  {
    // main.tsx connects the stores with the host, and sets the defaults of Mantine's components.
    files: ['src/renderer/**/*.tsx'],
    ignores: ['src/renderer/main.tsx'],
    rules: { 'no-restricted-syntax': ['error', noProcessExit, noRawIpc, noHostInView, noActionInMenu, noModal] },
  },
  {
    files: ['src/renderer/context/CommandMenu.tsx', 'src/renderer/ui/NameItem.tsx'],
    rules: { 'no-restricted-syntax': ['error', noProcessExit, noRawIpc, noHostInView, noModal] },
  },
  {
    files: ['src/renderer/ui/Dialog.tsx'],
    rules: { 'no-restricted-syntax': ['error', noProcessExit, noRawIpc, noHostInView, noActionInMenu] },
  },
  {
    // Code of the guest reads values of any kind, and tests throw and compare anything.
    files: ['src/sandbox/**', '**/*.test.ts', '**/testing/**'],
    rules: {
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/require-await': 'off',
      'max-lines': 'off',
    },
  },
  { files: ['bench/**', 'scripts/**', 'e2e/**'], rules: { 'no-console': 'off' } },
);
