/** Options of newman, Postman's and Bruno's command lines that have another form here: what to write instead. */

const useOut = 'The file of a report is named with --out: --reporter junit --out results.xml.';
const useData = 'It is called --iteration-data here.';
const useAuthority = 'It is called --ca-file here.';
const onlyExitCode = 'The exit code says whether all passed: write "|| true" after the command to ignore it.';

const cookiesOfRun =
  'Each run begins without cookies and keeps its own; scripts set and read them by pm.cookies.jar().';
const onlySome = 'Name folders or requests with --folder, which may be given several times, or tags with --tags.';
const useReporter = 'It is called --reporter here: --reporter junit --out results.xml.';

const advices: Readonly<Record<string, string>> = {
  '--environment': 'It is called --env here.',
  '--env-file': 'An environment is named with --env; a file with key=value in each line with --env-var-file.',
  '--reporters': 'It is called --reporter here.',
  '--format': useReporter,
  '-f': useReporter,
  '--output': useOut,
  '-o': useOut,
  '--csv-file-path': useData,
  '--json-file-path': useData,
  '--ssl-client-cert': "Write --client-cert '*=client.pem', or with a host in place of the star.",
  '--ssl-client-cert-list':
    'Give --client-cert host=client.pem for each of its entries. A pattern https://*.host/* of newman also means the host itself: name that, too.',
  '--client-cert-config': 'Give --client-cert host=client.pem for each of its entries.',
  '--ssl-client-key': 'It is called --client-key here.',
  '--ssl-client-passphrase': 'The passphrase is read from the environment variable OUTRIGGER_CERT_PASSPHRASE.',
  '--ssl-extra-ca-certs': useAuthority,
  '--cacert': useAuthority,
  '--working-dir':
    'Paths of files begin at the folder of the collection. --allow-file lets requests send files of another.',
  '--suppress-exit-code': onlyExitCode,
  '-x': onlyExitCode,
  '--silent':
    'Nothing is printed when every --reporter is a report that has a file: --reporter json --out report.json.',
  '--timeout': 'Give the limit of a response with --timeout-request, and that of a script with --timeout-script.',
  '--delay': 'It is called --delay-request here.',
  '--parallel': 'Iterations run at the same time with --concurrency.',
  '--ignore-redirects': 'Redirects are switched off in the settings of a request.',
  '--sandbox': 'Scripts always run in the sandbox; it needs no option.',
  '--no-insecure-file-read':
    'It needs no option: requests send no files of other folders, unless --allow-file names them.',
  '--cookie-jar': cookiesOfRun,
  '--export-cookie-jar': cookiesOfRun,
  '--disable-cookies': cookiesOfRun,
  '--export-collection': 'The window writes a collection for Postman: Export for Postman.',
  '--postman-api-key': 'There is no account: download the collection, and name its file.',
  '--disable-unicode': 'Write NO_COLOR=1 before the command, or choose a report: --reporter ndjson.',
  '--global-env': 'Globals are read from a file with --globals, or set with --global-var.',
  '--global-env-var': 'It is called --global-var here.',
  '--workspace-path': 'Globals are read from a file with --globals, or set with --global-var.',
  '--secrets-env-file':
    'Write --env-var key for each secret: it is read from the environment variable of this name, such as of a file that the shell has read.',
  '--ignore-truststore': 'The authorities of --ca-file are trusted in addition to those of the computer.',
  '--noproxy': "Write NO_PROXY='*' before the command; a proxy of the settings is switched off in the window.",
  '--cache-ssl-session': 'It needs no option: connections are kept between requests.',
  '--tests-only': onlySome,
};

/** Beginnings of names. */
const adviceByPrefix: readonly [RegExp, string][] = [
  [/^--reporter-skip-/, 'It needs no option: reports have no headers and no bodies, which only --verbose prints.'],
  [/^--reporter-\w+/, useOut],
];

const useR = 'The short option -r names reporters here. The folders inside of a folder are always run with it.';

const onlyBail = '--bail has no value here: the run ends at the first request that fails.';
/** Values of options that have none here. */
const extraArguments: Readonly<Record<string, string>> = {
  failure: onlyBail,
  folder: onlyBail,
  on: '--color has no value here.',
  off: 'It is called --no-color here.',
};

/**
 * @param message of a command that was called in a wrong form
 * @returns a line that says what to write here; empty for any other message
 */
export function adviceFor(message: string): string {
  const advice = adviceForArguments(message) ?? adviceForOption(message);
  return advice === undefined ? '' : `${advice}\n`;
}

function adviceForArguments(message: string): string | undefined {
  // Bruno's -r has no value, and may stand before a folder.
  if (/option '-r, --reporter <names>' argument (missing|'[^']*' is invalid)/.test(message)) return useR;
  const [, extra] = /too many arguments for 'run'.*, ([^,]+)\.\s*$/s.exec(message) ?? [];
  if (extra === undefined) return undefined;
  return Object.hasOwn(extraArguments, extra) ? extraArguments[extra] : `One folder or file is run. ${onlySome}`;
}

function adviceForOption(message: string): string | undefined {
  const [, option = ''] = /unknown option '([^'=]+)/.exec(message) ?? [];
  const [, ofPrefix] = adviceByPrefix.find(([prefix]) => prefix.test(option)) ?? [];
  return ofPrefix ?? (Object.hasOwn(advices, option) ? advices[option] : undefined);
}
