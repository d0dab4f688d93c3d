/** The known differences in auth; see known-differences.ts. */
import type { KnownDifference } from './known-difference.ts';

export const knownAuthDifferences: readonly KnownDifference[] = [
  {
    here: 'OAuth 2 gets its token before the request, where the auth says how to, with client credentials or a password',
    there: 'newman sends the request without a token; Postman uses the one that a person has fetched',
    why: 'a run needs no person',
    remedy: 'Nothing: where no token can be fetched, the request is sent without it, with a warning.',
    cases: ['requests/copied-shapes: oauth2 with configuration only'],
  },
  {
    here: 'OAuth 1, Hawk and JWT without an algorithm use the usual one: HMAC-SHA1, SHA-256, HS256; a JWT whose payload is null has no claims',
    there: 'OAuth 1 does not name it, Hawk sends an empty header, and JWT sends nothing',
    why: 'servers refuse such requests',
    remedy: 'Nothing.',
    cases: ['flows/odd-auth: auth without an algorithm', 'flows/runtime-more: JWT whose payload is null'],
  },
  {
    here: 'a number or a flag in the place of a key of Hawk, JWT or EdgeGrid, or of an API key, is read as a text; so is a private key of PKCS #1, or one whose line ends are written as `\\n`',
    there: 'the request is sent without its auth, or the API key without its name or value',
    why: 'the value is what the server is to get',
    remedy: 'Nothing.',
    cases: ['flows/odd-auth: numbers and flags in the place of keys'],
  },
  {
    here: 'Digest without a name, or with an unknown algorithm, does not answer a challenge; Hawk with one adds no header',
    there: 'the same request is sent again, without auth; Hawk adds an empty header',
    why: 'the second request would be the first again',
    remedy: 'Nothing.',
    cases: ['flows/odd-auth: Digest without a name', 'flows/auth-kinds: auth with values that cannot be used'],
  },
  {
    here: 'AWS auth without an access key or a secret key is left out, with a warning',
    there: 'the request is signed with `undefined`',
    why: 'the service would refuse the signature, and not say that the keys are missing',
    remedy: 'Give it the keys.',
    cases: ['flows/hand-written: AWS without keys', 'flows/odd-auth: AWS that has one key'],
  },
  {
    here: 'Digest answers with the algorithm and the protection that the challenge asks for, unless the auth names an algorithm',
    there: 'with MD5, and without protection where the server offers two kinds',
    why: 'the server refuses anything else',
    remedy: 'Nothing.',
    cases: [
      'flows/auth-kinds: challenges of Digest of other algorithms, without one in the auth',
      'flows/auth-kinds: a challenge of Digest that offers two kinds of protection',
    ],
  },
  {
    here: 'a challenge behind a redirect is answered where it comes from',
    there: 'the first address is signed and sent again, and its signature is sent to the second',
    why: 'the signature is over the address',
    remedy: 'Nothing.',
    cases: ['flows/auth-kinds: Digest behind a redirect'],
  },
  {
    here: 'ASAP needs its expiry as a number of seconds, has no claims where they are blank, and signs times that are written as texts',
    there: 'of "2h" it reads two seconds, and of another text an hour; the others are sent without auth',
    why: 'a token that ends after two seconds is refused, and nothing says why',
    remedy: 'Write the seconds as a number.',
    cases: [
      'requests/asap: exp with a unit',
      'requests/asap: exp that is no number',
      'requests/asap: claims that are empty',
      'requests/asap: exp and iat as texts',
    ],
  },
  {
    here: 'the payload hash of Hawk has the type with which the body is sent',
    there: 'an empty one, if the request has no `Content-Type` of its own',
    why: 'Hawk defines it so, and servers refuse the other hash',
    remedy: 'Nothing.',
    cases: ['flows/runtime-facts: a payload hash of Hawk without a Content-Type in the request'],
  },
  {
    here: 'the parameters of OAuth 1 go into the query, if the form is empty',
    there: 'into the empty form',
    why: 'a form without fields is not a body',
    remedy: 'Add them to the header.',
    cases: ['flows/runtime-facts: an empty form with OAuth 1 in the body'],
  },
  {
    here: 'a signature covers the body that is sent: none, where the body of a GET is left out',
    there: 'it covers the body that is left out',
    why: 'the server would find another body than the signed one, and refuse the request',
    remedy: 'Nothing.',
    cases: [
      'flows/runtime-settings: OAuth 1 hashes a body that is left out',
      'flows/runtime-settings: signatures over a body that is left out',
    ],
  },
];
