/** Every setting of the page with its label and further words by which the palette finds it. */
export const settingNames = {
  theme: { label: 'Theme', section: 'Appearance', words: 'dark light colours' },
  fontSize: { label: 'Font size', section: 'Appearance', words: 'text zoom larger smaller' },
  layout: { label: 'Response position', section: 'Appearance', words: 'layout side by side below split' },
  requestTimeout: { label: 'Request timeout', section: 'Timeouts', words: 'time limit response' },
  scriptTimeout: { label: 'Script timeout', section: 'Timeouts', words: 'time limit' },
  programTimeout: { label: 'Program timeout', section: 'Timeouts', words: 'time limit' },
  proxy: { label: 'Proxy', section: 'Proxy and certificates', words: 'http_proxy connection' },
  checkCertificates: { label: 'Verify server certificates', section: 'Proxy and certificates', words: 'ssl tls https' },
  authorities: { label: 'Certificate authorities', section: 'Proxy and certificates', words: 'ca pem ssl tls trust' },
  clientCertificates: { label: 'Client certificates', section: 'Proxy and certificates', words: 'mtls pkcs12 pfx key' },
  programsDirectory: { label: 'Programs directory', section: 'Programs', words: 'folder external' },
  interpreters: { label: 'Interpreters', section: 'Programs', words: 'languages python java go node' },
  trustedPrograms: { label: 'Trusted programs', section: 'Script permissions', words: 'permission consent allow' },
  allowedFiles: { label: 'Files that requests may send', section: 'Script permissions', words: 'permission upload' },
  vault: { label: 'Workspace secrets', section: 'Script permissions', words: 'permission vault pm.vault' },
  debugging: { label: 'Script debugging', section: 'Script permissions', words: 'permission debugger inspector' },
  shortcuts: { label: 'Keyboard shortcuts', section: 'Keyboard shortcuts', words: 'keys' },
} as const satisfies Record<string, { label: string; section: string; words: string }>;

export type SettingId = keyof typeof settingNames;
