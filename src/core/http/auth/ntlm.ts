/** NTLM: a handshake of three messages over one connection, which httpntlm encodes. */
import type { AuthNTLM } from '@opencollection/types/common/auth';
import type { HopAuth } from './hop-auth.ts';

export function createNtlm({ username = '', password = '', domain = '' }: AuthNTLM): HopAuth {
  const credentials = { username, password, domain, workstation: '' };
  let step: 'first' | 'challenged' | 'done' = 'first';
  return {
    ownConnection: true,
    async answer(hop) {
      if (hop.status !== 401 || step === 'done') return undefined;
      const offers = hop.headers.filter(({ name }) => name.toLowerCase() === 'www-authenticate');
      const offer = offers.find(({ value }) => /^(ntlm|negotiate)\b/i.test(value));
      if (!offer) return undefined;
      const { default: ntlm } = await import('httpntlm/ntlm.js');
      if (step === 'first') {
        step = 'challenged';
        return [{ name: 'Authorization', value: ntlm.createType1Message(credentials) }];
      }
      step = 'done';
      const challenge = ntlm.parseType2Message(offer.value, () => undefined);
      if (!challenge) return undefined;
      return [{ name: 'Authorization', value: ntlm.createType3Message(challenge, credentials) }];
    },
  };
}
