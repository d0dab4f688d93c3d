/** The messages of NTLM; the package has no types of its own. */
declare module 'httpntlm/ntlm.js' {
  interface Credentials {
    username: string;
    password: string;
    domain: string;
    workstation: string;
  }
  const ntlm: {
    createType1Message(credentials: Credentials): string;
    parseType2Message(header: string, onError: (error: Error) => void): object | null | undefined;
    createType3Message(challenge: object, credentials: Credentials): string;
  };
  export default ntlm;
}
