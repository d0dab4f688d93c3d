import { codedError } from '../../../contract/errors.ts';

/** Loaded with the first Locust worker, so that other commands do not pay for these packages. @throws Unsupported */
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
