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
