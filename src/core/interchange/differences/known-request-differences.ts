/** The known differences in how requests are sent; see known-differences.ts. */
import type { KnownDifference } from './known-difference.ts';
import {
  hasBlanksAroundAddress,
  hasBrokenGraphqlVariables,
  hasOAuth2WithoutToken,
  hasQuoteInFieldName,
  hasUnicodeHeader,
} from './uses-in-items.ts';

export const knownRequestDifferences: readonly KnownDifference[] = [
  {
    here: 'a request whose file is missing is not sent; so is a GraphQL request whose variables are no JSON',
    there: 'they are sent without the file, or with what was typed',
    why: 'the server would answer another request than the one that was written',
    remedy: 'Correct the path, or switch the row off.',
    inItems: {
      isUsedBy: hasBrokenGraphqlVariables,
      what: 'that it is sent with variables of GraphQL that are no JSON: it is not sent here',
    },
    cases: [
      'requests/bodies: form data with a file that is missing',
      'requests/bodies: a file that is missing',
      'requests/bodies: graphql with broken variables',
    ],
  },
  {
    here: 'an address that is given as its text alone (`"url": { "raw": … }`) is sent',
    there: 'newman sends nothing',
    why: 'the text says where to',
    remedy: 'Nothing.',
    cases: ['requests/urls: raw alone'],
  },
  {
    here: 'a redirect to another server names only the origin in `Referer`',
    there: 'it names the whole address',
    why: 'addresses hold tokens; browsers do the same',
    remedy: 'Write the header `Referer` yourself in a request to that server.',
    cases: ['requests/redirects: to another host name'],
  },
  {
    here: 'a request whose auth cannot be made is not sent: an unknown kind, a broken key',
    there: 'it is sent without auth, with a warning',
    why: 'what should have been signed would go out unsigned',
    remedy: 'Correct the auth, or choose "No auth".',
    cases: ['requests/auth: an unknown type'],
  },
  {
    here: 'the connection of a HEAD request is closed after it',
    there: 'it is kept',
    why: 'some servers send a body all the same, which would be read as the next answer',
    remedy: 'Nothing.',
    cases: [
      'requests/methods-and-headers: HEAD',
      'requests/methods-and-headers: HEAD with a body',
      'requests/redirects: 302 of a HEAD',
      'requests/methods: HEAD to a redirect',
    ],
  },
  {
    here: 'a header is sent as UTF-8',
    there: 'as Latin-1',
    why: 'most servers read UTF-8, and other characters cannot be sent at all otherwise',
    remedy: 'Encode the value, if the server reads Latin-1.',
    inItems: {
      isUsedBy: hasUnicodeHeader,
      what: 'that a header is sent as Latin-1: it is sent as UTF-8 here',
    },
    cases: ['requests/methods-and-headers: unicode in a header'],
  },
  {
    here: 'a quote in the name of a field of form data is sent as `%22`',
    there: 'as it is, which ends the name',
    why: 'as browsers do',
    remedy: 'Nothing.',
    inItems: {
      isUsedBy: hasQuoteInFieldName,
      what: 'that a quote in the name of a field is sent as it is: it is sent as %22 here',
    },
    cases: ['requests/bodies: form data odd names'],
  },
  {
    here: 'an answer with status 304 is no redirect',
    there: 'its `Location` is followed',
    why: 'it says that a copy is still good',
    remedy: 'Send the second request yourself.',
    cases: ['requests/redirects: 300 and 304'],
  },
  {
    here: 'blanks around an address are dropped',
    there: 'those after it are sent',
    why: 'they come from copying',
    remedy: 'Write `%20`.',
    inItems: {
      isUsedBy: hasBlanksAroundAddress,
      what: 'the blanks around its address',
    },
    cases: ['requests/urls: spaces around the address', 'requests/older-forms: an address with a line end behind it'],
  },
  {
    here: 'a request with OAuth 2 that has no token and cannot get one is not sent',
    there: 'it is sent without a token',
    why: 'the failure names its cause',
    remedy: 'Give it a token, or choose **No auth**.',
    inItems: {
      isUsedBy: hasOAuth2WithoutToken,
      what: 'that it is sent without a token of OAuth 2: it is not sent here until it has a token, or an address to get one',
    },
    cases: ['requests/auth: oauth2 without a token'],
  },
  {
    here: 'a request with the body of a file has its content from the file system only (`"src"`)',
    there: 'a collection may hold the content itself, in Base64',
    why: 'nothing writes such collections',
    remedy: 'Save the content as a file beside the collection, and choose it.',
    cases: ['requests/bodies: a file with content'],
  },
  {
    here: 'numbers and booleans as values in an address are sent',
    there: 'newman leaves them out, because they are no texts',
    why: 'they say what is meant',
    remedy: 'Nothing.',
    cases: [
      'requests/older-forms: a port as a number',
      'requests/older-forms: path variables of numbers, flags and null',
    ],
  },
  {
    here: 'a protocol with its colon, and a path whose parts are objects, are read',
    there: 'newman sends nothing, or "[object Object]"',
    why: 'the format of collections allows them',
    remedy: 'Nothing.',
    cases: ['requests/older-forms: a protocol with a colon', 'requests/older-forms: parts of the path as objects'],
  },
  {
    here: 'a method may have variables, and blanks around it',
    there: 'newman sends nothing',
    why: 'they say what is meant',
    remedy: 'Nothing.',
    cases: ['requests/older-forms: a method with blanks', 'requests/older-forms: a method of a variable'],
  },
  {
    here: 'a body with the header `Transfer-Encoding: chunked` is sent in chunks',
    there: 'with a `Content-Length` beside it',
    why: 'the two contradict each other, and servers refuse such a request',
    remedy: 'Nothing.',
    cases: ["requests/headers-more: transfer encoding of one's own"],
  },
  {
    here: 'path variables are filled in within the value of a variable, too, as in `{{address}}` that is `http://host/:id`',
    there: 'only where the address itself has them',
    why: 'the address that is sent has a place for them',
    remedy: 'Nothing.',
    cases: ['requests/addresses-more: a variable with the whole address and a path variable'],
  },
  {
    here: '`pm.request.url.query` has the parameters that are sent',
    there: 'also those that are switched off, and `upsert` of one leaves it off',
    why: 'a parameter that a script sets is meant to be sent',
    remedy: 'Nothing.',
    cases: ['scripts/request-changes: parameters by update and upsert of what is off'],
  },
];
