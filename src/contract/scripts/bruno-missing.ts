/** Members of Bruno's objects that need what is not here, with what to do: a script that calls one ends with the sentence. */
export const missingOfBruno: Record<'bru', Record<string, string>> = {
  bru: {
    getSecretVar: 'declare a secret variable in the environment, and read it with bru.getEnvVar',
    getOauth2CredentialVar: 'the token is sent by the Auth tab of the request',
    resetOauth2Credential: 'use "Forget kept tokens" on the Auth tab',
  },
};

/** Members that have no effect here: the script goes on, with a warning. */
export const unusedOfBruno: Record<'req', Record<string, string>> = {
  req: {
    onFail: 'a request that gets no response is named in the report of the run',
  },
};
