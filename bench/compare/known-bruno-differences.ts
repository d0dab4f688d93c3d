/** Differences between Outrigger and Bruno's command line, with the cases that show them. */

export interface KnownBrunoDifference {
  /** What Outrigger does, in a few words. */
  here: string;
  /** What Bruno does. */
  there: string;
  /** The remedy for a person who relies on Bruno's behaviour. */
  instead: string;
  cases: readonly string[];
}

const shown = (...names: string[]) => names.map((name) => `bruno/differences: ${name}`);
const named = (...names: string[]) => names.map((name) => `bruno/requests-and-scripts: ${name}`);

export const knownBrunoDifferences: readonly KnownBrunoDifference[] = [
  {
    here: '`bru.getProcessEnv` and `{{process.env.NAME}}` read the file `.env`, and variables named `process.env.NAME`',
    there: 'the environment of the computer, too',
    instead: '`--env-var process.env.NAME=value`, or an environment',
    cases: shown('the environment of the computer'),
  },
  {
    here: '`bru.isSafeMode()` is true: scripts run in a sandbox',
    there: 'false in the developer mode',
    instead: 'nothing',
    cases: shown('the mode of the scripts'),
  },
  {
    here: 'the callback of `setCookie` and other calls of a cookie jar gets null where there is no error, as in the safe mode',
    there: 'undefined in the developer mode',
    instead: 'nothing',
    cases: shown('callbacks of a cookie jar'),
  },
  {
    here: '`bru.resetOauth2Credential` ends the script, and `bru.getSecretVar` returns nothing, with a warning',
    there: 'a token is forgotten, and the secrets of secret managers are available',
    instead: 'the error says it',
    cases: shown('credentials of OAuth 2'),
  },
  {
    here: '`require` has the libraries that come with Bruno, files by `./`, packages in the folder `node_modules` of the collection that have a form for `require`, and packages that `outrigger add` has put into the workspace',
    there:
      'in the developer mode also packages of folders above the collection, folders of `additionalContextRoots`, and the modules of Node such as `fs`',
    instead: '[the list](pm-api.md), or [add the package](packages.md)',
    cases: shown('a module of Node'),
  },
  {
    here: '`require` of `@faker-js/faker`, `@usebruno/common`, `@usebruno/query`, `chai-string`, `node-vault` and `process` throws an error that says what to do',
    there: 'they are available in the developer mode, some only in the application',
    instead: '[add the package](packages.md), or what the error says',
    cases: shown('packages that only Bruno has'),
  },
  {
    here: 'of the module `crypto` there are hashes, HMAC and random values; `FormData`, `Headers`, `Request` and `Response` are not globals',
    there: 'scripts of the developer mode have all that Node has',
    instead: '`crypto.subtle` and the library `jsrsasign`, and an object of headers',
    cases: shown('globals of Node and modules that decrypt'),
  },
  {
    here: 'axios, cheerio, form-data and csv-parse are available; a form of `form-data` has texts',
    there: 'the command line has only the packages that are installed beside the collection; a form has files, too',
    instead: 'a body of the kind multipart form, for files',
    cases: [...named('axios', 'xml and html'), 'bruno/request-members: form data of a script'],
  },
  {
    here: '`req.getAuthMode` names the auth of the request, before and after it was sent',
    there: '`none` for basic and AWS before, and for an API key in the query',
    instead: 'nothing',
    cases: ['basic', 'an api key in the query', 'aws'].map((kind) => `bruno/request-members: auth mode of ${kind}`),
  },
  {
    here: 'there is no `process`',
    there: 'scripts of the developer mode are programs of Node',
    instead: '`bru.getProcessEnv`',
    cases: named('globals'),
  },
  {
    here: 'variables in an object that `req.setBody` gives to a request whose body is not JSON are filled in, and without a body it is sent as JSON',
    there: 'it is sent as it is, without a body also without a type',
    instead: 'nothing',
    cases: [...named('setBody of an object'), ...shown('an object in the place of a text')],
  },
  {
    here: 'variables in an API key that is sent in the query are filled in',
    there: 'the braces are sent',
    instead: 'nothing',
    cases: named('api key in the query'),
  },
  {
    here: 'an API key in the query is also sent where the address begins with a variable, as in the window of Bruno',
    there: 'it is left out',
    instead: 'nothing',
    cases: shown('an api key in the query of an address that begins with a variable'),
  },
  {
    here: 'a form is sent as a form also where its type has a charset',
    there: 'what Bruno keeps of its fields is sent, such as `0[name]=…`',
    instead: 'nothing',
    cases: ['bruno/tokens-and-forms: a form whose type has a charset'],
  },
  {
    here: 'a redirect to another origin takes `Authorization` along only where the request says so, and never other headers that are named like a secret, such as `token`',
    there: 'also where a `.bru` file says nothing, and such headers always',
    instead: '"Keep authorization" in the settings of the request',
    cases: shown('a redirect to another origin'),
  },
  {
    here: 'variables in the name and the password of Digest are filled in when a script sets them',
    there: 'the braces are sent',
    instead: 'nothing',
    cases: shown('Digest with variables'),
  },
  {
    here: '`req.getTags` has the tags of the folders, too, as in later versions',
    there: 'version 4.1 of the command line has those of the request',
    instead: 'nothing',
    cases: ['bruno/levels-and-sending: tags of the folder'],
  },
  {
    here: '`res.getStatus()` and other members of `res` work in assertions, and in variables that are set from the response',
    there: 'they fail, and such a variable is undefined',
    instead: 'nothing',
    cases: shown('functions of the response in assertions', 'functions of the response in variables'),
  },
  {
    here: 'requests name `Outrigger` as their agent, and a redirect has a `Referer`',
    there: '`bruno-runtime`, and no `Referer`',
    instead: 'write the header `User-Agent`',
    cases: shown('the name of the program'),
  },
  {
    here: '`req.setMaxRedirects` has precedence over the setting of the request',
    there: 'the setting has',
    instead: 'nothing',
    cases: ['bruno/levels-and-sending: setMaxRedirects beside the setting of the request'],
  },
  {
    here: 'a header `Cookie` of the request is sent beside the cookies of the jar',
    there: 'only those of the jar are sent, if it has any',
    instead: 'nothing',
    cases: shown('a header Cookie beside the jar'),
  },
  {
    here: '`bru.runRequest` of a file that does not exist throws an error, which names the existing requests',
    there: 'it returns nothing',
    instead: 'correct the path',
    cases: shown('runRequest of no file'),
  },
  {
    here: 'a body of a file that does not exist is not sent',
    there: 'an empty body is sent',
    instead: 'the error says it',
    cases: shown('the body of a file that does not exist'),
  },
  {
    here: 'a script sets cookies of a server that is named by its IP address, too',
    there: 'they are not kept',
    instead: 'nothing',
    cases: ['bruno/more: one cookie set before for a number as the host'],
  },
  {
    here: 'variables in the path of a file that a body sends are filled in',
    there: 'no file has the name with the braces, and an empty body is sent',
    instead: 'nothing',
    cases: shown('the name of a file in a variable'),
  },
  {
    here: 'the query of an address with path parameters is encoded once, where the request says "Encode address"',
    there: 'it is encoded twice: a blank arrives as `%2520`',
    instead: 'nothing',
    cases: shown('an address with path parameters that is encoded'),
  },
  {
    here: 'a list that a script sets as a header is one line, with commas between its values',
    there: 'a line for each value',
    instead: 'nothing: both mean the same',
    cases: ['by setHeader', 'by setHeaders', 'of numbers and texts', 'in a header list', 'for Content-Type'].map(
      (name) => `bruno/odd-headers: a list ${name}`,
    ),
  },
  {
    here: 'variables that name each other in a circle are replaced twenty times, and the braces that then remain are sent, with a warning',
    there: 'they are replaced fewer times, and the remaining braces are sent',
    instead: 'correct the variable',
    cases: ['a variable that names itself', 'variables of a request in a circle'].map(
      (name) => `bruno/odd-headers: ${name}`,
    ),
  },
  {
    here: 'text beyond ASCII in a header is sent as UTF-8',
    there: 'as ISO 8859-1, and other characters are left out',
    instead: 'encode the value, for a server that decodes it as ISO 8859-1',
    cases: shown('a header beyond ASCII'),
  },
  {
    here: 'a test in a timer that nothing waits for has a result',
    there: 'it is lost',
    instead: 'nothing',
    cases: shown('a test in a timer that nothing waits for'),
  },
  {
    here: 'a signature of AWS covers the headers of the request except the type and the length of the body, and the cookies',
    there: 'these, too',
    instead: 'nothing: a server checks the headers that the signature names',
    cases: shown('the signature of AWS'),
  },
  {
    here: 'the header of Digest and of OAuth 1 has its parts in the order of Postman',
    there: 'in another order, with blanks after the commas',
    instead: 'nothing: the order has no meaning',
    cases: shown('the header of Digest', 'the header of OAuth 1'),
  },
];
