/** Members of Bruno's objects that need what is not here, with what to do: a script that calls one ends with the sentence. */
export const missingOfBruno: Record<'bru' | 'req', Record<string, string>> = {
  bru: {
    getSecretVar: 'declare a secret variable in the environment, and read it with bru.getEnvVar',
    getOauth2CredentialVar: 'the token is sent by the Auth tab of the request',
    resetOauth2Credential: 'use "Forget kept tokens" on the Auth tab',
  },
  req: {
    onFail: 'a request that gets no response is named in the report of the run',
  },
};
