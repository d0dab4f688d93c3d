/**
 * The parts of Bruno's own package that are bundled for its scripts: classes that work on plain objects, without a
 * host.
 */
declare module '@usebruno/js/src/bru.js' {
  const Bru: new (options: Record<string, unknown>) => Record<string, unknown>;
  export default Bru;
}
declare module '@usebruno/js/src/bruno-request.js' {
  const BrunoRequest: new (request: object) => Record<string, unknown>;
  export default BrunoRequest;
}
declare module '@usebruno/js/src/bruno-response.js' {
  const BrunoResponse: new (response: object) => object;
  export default BrunoResponse;
}
declare module '@usebruno/js/src/cookie-list.js' {
  const CookieList: new (options: Record<string, unknown>) => object;
  export default CookieList;
}
declare module '@usebruno/js/src/runtime/assert-runtime.js' {
  interface AssertionResult {
    lhsExpr: string;
    rhsExpr: string;
    status: 'pass' | 'fail';
    error?: string;
  }
  const AssertRuntime: new (options: { runtime: string }) => {
    runAssertions(
      assertions: readonly { name: string; value: string; enabled: boolean }[],
      request: object,
      response: object,
      environment: object,
      runtimeVariables: object,
      processEnvironment: object,
    ): AssertionResult[];
  };
  export default AssertRuntime;
}
declare module '@usebruno/js/src/utils.js' {
  const utils: {
    evaluateJsExpression(expression: string, context: object): unknown;
  };
  export default utils;
}
/** The copy for Bruno's scripts; see scripts/guest-bundles.ts. */
declare module 'chai' {
  const chai: { expect: import('../pm/expect.ts').Expect; assert: unknown };
  export default chai;
}

/** The parts of jsrsasign that jsonwebtoken-host.ts needs. */
declare module 'jsrsasign' {
  export interface RsaKey {
    n: { bitLength(): number; toString(radix: number): string };
    e: number;
    isPrivate: boolean;
  }
  export interface EcKey {
    isPrivate: boolean;
    curveName: string;
    generatePublicKeyHex(): string;
  }
  export const KEYUTIL: { getKey(key: unknown, passphrase?: string): RsaKey | EcKey };
  export const KJUR: {
    jws: {
      JWS: {
        sign(algorithm: string, header: string, payload: string, key: object | string): string;
        verify(token: string, key: object, algorithms: string[]): boolean;
      };
    };
  };
  export function b64utoutf8(text: string): string;
}
