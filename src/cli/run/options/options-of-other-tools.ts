/** Options of newman, Postman's and Bruno's command lines that have another form here: what to write instead. */

const useOut = 'The file of a report is named with --out: --reporter junit --out results.xml.';
const useData = 'It is called --iteration-data here.';
const useAuthority = 'It is called --ca-file here.';
const onlyExitCode = 'The exit code says whether all passed: write "|| true" after the command to ignore it.';

const advices: Readonly<Record<string, string>> = {
  '--environment': 'It is called --env here.',
  '--env-file': 'An environment is named with --env; a file with key=value in each line with --env-var-file.',
  '--reporters': 'It is called --reporter here.',
  '--output': useOut,
  '-o': useOut,
  '--csv-file-path': useData,
  '--json-file-path': useData,
  '--ssl-client-cert': "Write --client-cert '*=client.pem', or with a host in place of the star.",
  '--ssl-client-cert-list': 'Give --client-cert host=client.pem for each of its entries.',
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
};

/**
 * @param message of a command that was called with an unknown option
 * @returns a line that says what to write here; empty for any other message
 */
export function adviceFor(message: string): string {
  const [, option = ''] = /unknown option '([^'=]+)/.exec(message) ?? [];
  const advice = /^--reporter-\w+/.test(option) ? useOut : Object.hasOwn(advices, option) ? advices[option] : undefined;
  return advice === undefined ? '' : `${advice}\n`;
}
