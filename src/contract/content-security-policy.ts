/**
 * The content security policy of the interface's page in every host: only its own scripts are allowed, and text becomes
 * code or markup only through the named Trusted Types policies: those of Monaco, the one that starts its workers, and
 * the one that fills sandboxed frames.
 */
const trustedTypes = [
  'outrigger-workers',
  'outrigger-preview',
  'defaultWorkerFactory',
  'diffEditorWidget',
  'diffReview',
  'domLineBreaksComputer',
  'editorGhostText',
  'editorViewLayer',
  'richScreenReaderContent',
  'standaloneColorizer',
  'stickyScrollViewLayer',
  'tokenizeToString',
  'dompurify',
  "'allow-duplicates'", // Two parts of Monaco create the same policy.
];

export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'", // Monaco and Mantine create style elements.
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${trustedTypes.join(' ')}`,
].join('; ');
