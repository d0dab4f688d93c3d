/** The known differences in how requests are sent; see known-differences.ts. */
import type { KnownDifference } from './known-difference.ts';
import { hasBrokenGraphqlVariables, hasQuoteInFieldName, hasUnicodeHeader } from './uses-in-items.ts';

export const knownRequestDifferences: readonly KnownDifference[] = [
  {
    here: 'a request whose file is missing is not sent; so is a GraphQL request whose variables are not JSON',
    there: 'they are sent without the file, or with what was typed',
    why: 'the server would get another request than the one that was written',
    remedy: 'Correct the path, or switch the row off.',
    inItems: {
      isUsedBy: hasBrokenGraphqlVariables,
      what: 'that it is sent with variables of GraphQL that are not JSON: it is not sent here',
    },
    cases: [
      'requests/bodies: form data with a file that is missing',
      'requests/bodies: a file that is missing',
      'requests/bodies: graphql with broken variables',
      'flows/odd-forms: a file body whose path is a list',
    ],
  },
  {
    here: 'a body that is marked as text loses its comments where the header `Content-Type` says that it is JSON, and is switched on',
    there: 'only one without a language does, and also by a header that is switched off',
    why: 'OpenCollection, the format of the files, has one kind for both; a header that is switched off says nothing',
    remedy: 'Nothing: JSON has no comments.',
    cases: [
      'requests/bodies-more: comments in JSON that is marked as text, with the type of JSON',
      'flows/odd-forms: comments in a body without a language whose type is switched off',
    ],
  },
  {
    here: 'a body that is marked as text shows no language in `pm.request.body`',
    there: 'only one without a language does',
    why: 'the format of the files has one kind for both, and bodies without a language are more common',
    remedy: 'Nothing.',
    cases: ['scripts/everyday-changes: json and printed forms of the request'],
  },
  {
    here: 'an address that is given as its text alone (`"url": { "raw": … }`) is sent, and `//host/path`; `http:///path` is not',
    there: 'newman sends nothing for the first two, and takes the path of the last for a server',
    why: 'the first two name their server, and the last has none: a variable is empty',
    remedy: 'Nothing.',
    cases: ['requests/urls: raw alone', 'flows/odd-forms: an address with two or three slashes'],
  },
  {
    here: 'a redirect to another server names only the origin in `Referer`, and none names a fragment',
    there: 'it names the whole address',
    why: 'addresses hold tokens; browsers do the same',
    remedy: 'Write the header `Referer` yourself in a request to that server.',
    cases: [
      'requests/redirects: to another host name',
      'flows/runtime-requests: redirects with an address that has a fragment',
    ],
  },
  {
    here: '`maxRedirects: 0` gives the redirect itself as the response',
    there: 'the request fails',
    why: 'nobody asks for a request that must fail',
    remedy: 'Nothing.',
    cases: ['flows/runtime-requests: redirects with a limit of none'],
  },
  {
    here: "a `Host` of one's own follows a redirect on the same server",
    there: 'it does not',
    why: 'the same server is asked again',
    remedy: 'Nothing.',
    cases: ["flows/runtime-requests: redirects with a Host of one's own"],
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
    here: 'a quote in the name of a field of form data is sent as `%22`, a line end as `%0A`',
    there: 'as it is, which ends the name',
    why: 'as browsers do',
    remedy: 'Nothing.',
    inItems: {
      isUsedBy: hasQuoteInFieldName,
      what: 'that a quote in the name of a field is sent as it is: it is sent as %22 here',
    },
    cases: ['requests/bodies: form data odd names', 'flows/runtime-requests: names of fields with a line end'],
  },
  {
    here: 'a file that is sent, as the body or in a form, has its content from the file system only (`"src"`)',
    there: 'a collection may hold the content itself, in Base64',
    why: 'nothing writes such collections',
    remedy: 'Save the content as a file beside the collection, and choose it.',
    cases: [
      'requests/bodies: a file with content',
      'flows/runtime-requests: parts of forms that hold the content of a file',
      'flows/odd-forms: a part of a file that has a value in the place of its path',
    ],
  },
  {
    here: 'numbers and booleans as values in an address are sent',
    there: 'newman leaves them out, because they are not texts',
    why: 'their meaning is clear',
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
    why: 'their meaning is clear',
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
    here: 'an object as a value of a URL-encoded form or of a header is sent as JSON, as in form data',
    there: 'as an empty text, or as `[object Object]`',
    why: 'the value is what the server is to get',
    remedy: 'Nothing.',
    cases: [
      'flows/runtime-facts: an object as a value of a URL-encoded form',
      'flows/odd-forms: headers whose values are objects',
    ],
  },
  {
    here: '`Connection`, `Host` and `Content-Length` are always sent; other headers that a request switches off may be written in capitals',
    there: 'the first are left out, and the others only if they are written in lower case',
    why: 'without the first, servers refuse a request or read its body as the next one; names of headers have no case',
    remedy: 'Nothing.',
    cases: [
      'flows/runtime-facts: headers that a request leaves out',
      'flows/runtime-more: a header that is left out, in capitals',
    ],
  },
  {
    here: '`pm.sendRequest` sends files of the workspace',
    there: 'without them, with a warning',
    why: 'only files of the workspace, and those that the person has allowed, can be sent anyway',
    remedy: 'Nothing.',
    cases: ['flows/runtime-facts: files that scripts send'],
  },
  {
    here: 'the fields of a URL-encoded form are sent in their order',
    there: 'those whose names are whole numbers come first',
    why: 'the order is the one that was written',
    remedy: 'Nothing.',
    cases: ['flows/runtime-facts: fields of a URL-encoded form with numbers as names'],
  },
  {
    here: 'a GraphQL request without a name of its operation (`null` or an empty text) has no `operationName`',
    there: 'it is sent as it is written',
    why: 'servers look for an operation of that name',
    remedy: 'Nothing.',
    cases: ['flows/odd-forms: an empty name of an operation'],
  },
  {
    here: 'the header `Expect` is left out, with a warning',
    there: 'it is sent, and the body does not wait for the response "100 Continue"',
    why: 'the library that sends fails at this response; the body is the same',
    remedy: 'Nothing.',
    cases: ['requests/headers-more: a header that waits for 100 Continue'],
  },
];
