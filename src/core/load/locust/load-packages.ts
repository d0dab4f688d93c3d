import { codedError } from '../../../contract/errors.ts';

/** Loaded with the first worker of a Locust master: no other command pays for these packages. @throws Unsupported */
export async function loadLocustPackages(): Promise<{
  zeromq: typeof import('zeromq');
  msgpackr: typeof import('msgpackr');
}> {
  try {
    return { zeromq: await import('zeromq'), msgpackr: await import('msgpackr') };
  } catch (error) {
    throw codedError(
      'Unsupported',
      `Workers of Locust need the packages zeromq and msgpackr: ${(error as Error).message}`,
      'Install them: npm install zeromq msgpackr',
    );
  }
}
