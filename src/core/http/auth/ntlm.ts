/** NTLM: a handshake of three messages over one connection, which httpntlm encodes. */
import { hasName, headerValuesOf } from '../../../contract/http/header-value.ts';
import type { AuthNtlm } from './auth-types.ts';
import type { HopAuth } from './hop-auth.ts';

export function createNtlm(auth: AuthNtlm): HopAuth {
  const credentials = { ...userOf(auth), password: auth.password ?? '', workstation: auth.workstation ?? '' };
  let step: 'first' | 'challenged' | 'done' = 'first';
  return {
    ownConnection: true,
    redirected: () => void (step = 'first'),
    /** A header that the person has written is not sent: it would answer the challenge before there is one. */
    sign: (target) =>
      Promise.resolve(
        step === 'first'
          ? { ...target, headers: target.headers.filter((header) => !hasName(header, 'authorization')) }
          : target,
      ),
    async answer({ status, headers }) {
      if ((status !== 401 && status !== 403) || step === 'done' || auth.disableRetry) return undefined;
      const offers = headerValuesOf(headers, 'www-authenticate');
      if (!offers.some((value) => /\bntlm\b/i.test(value))) return undefined;
      const { default: ntlm } = await import('httpntlm/ntlm.js');
      if (step === 'first') {
        step = 'challenged';
        return [{ name: 'Authorization', value: ntlm.createType1Message({ ...credentials }) }];
      }
      step = 'done';
      const message = offers.find((value) => /^ntlm .{40}/i.test(value));
      const challenge = message && ntlm.parseType2Message(message, () => undefined);
      if (!challenge) return undefined;
      return [{ name: 'Authorization', value: ntlm.createType3Message(challenge, { ...credentials }) }];
    },
  };
}

/** The domain may also be a part of the name, `domain\name` or `name@domain`. */
function userOf({ username = '', domain = '' }: AuthNtlm): { username: string; domain: string } {
  if (domain !== '') return { username, domain };
  const [, before, after] = /^([^\\@]+)[\\@]([^\\@]+)$/.exec(username) ?? [];
  if (before === undefined || after === undefined) return { username, domain };
  return username.includes('@') ? { username: before, domain: after } : { username: after, domain: before };
}
