/**
 * Members of Bruno's API that cannot be supported here, with remedies: a script that uses one fails with the sentence.
 */
export const missingOfBruno: Record<'bru', Record<string, string>> = {
  bru: {
    resetOauth2Credential: 'use "Forget stored tokens" on the Auth tab',
  },
};

/** Members without effect here: the script continues, with a warning. */
export const unusedOfBruno: Record<'bru' | 'req', Record<string, string>> = {
  bru: {
    getSecretVar: 'declare a secret variable in the environment, and read it with bru.getEnvVar',
  },
  req: {
    onFail: 'a request that gets no response is named in the report of the run',
  },
};

/**
 * Packages that come with Bruno, and the module `process`, which cannot be required here, with remedies. A package that
 * was added to the workspace or is installed beside the collection is found before.
 */
export const modulesOnlyInBruno: Readonly<Record<string, string>> = {
  '@faker-js/faker':
    "add it to the workspace (outrigger add npm:@faker-js/faker@9.9.0), install it beside the collection, or use bru.interpolate('{{$randomFullName}}')",
  '@usebruno/common': 'use bru.interpolate for variables and for generated values such as {{$randomFullName}}',
  '@usebruno/query': "call the response: res('data.items[0].id')",
  'chai-string': 'its assertions, such as startsWith, are part of expect',
  'node-vault': 'send requests to the HTTP API of Vault with bru.sendRequest',
  process: 'use bru.getProcessEnv for variables of the environment',
};

/**
 * Modules of Node that packages of a Bruno collection require while they are loaded, although scripts rarely use them:
 * each call of their functions is refused.
 */
export const refusedModulesOfNode: readonly string[] = [
  'async_hooks',
  'child_process',
  'cluster',
  'dgram',
  'diagnostics_channel',
  'dns',
  'dns/promises',
  'http',
  'http2',
  'https',
  'inspector',
  'module',
  'net',
  'perf_hooks',
  'readline',
  'readline/promises',
  'stream/consumers',
  'stream/promises',
  'tls',
  'tty',
  'v8',
  'vm',
  'worker_threads',
  'zlib',
];
