/** The options of curl: which of them take a value, and how each is handled by the import. */
import { codedError } from '../../../contract/errors.ts';

/**
 * `used`: becomes a part of the request. `ignored`: concerns curl's output, or behaviour that is always on here.
 * Anything else is the sentence that tells a person why the option is left out.
 */
type Treatment = 'used' | 'ignored' | { omitted: string };
export interface CurlOption {
  name: string;
  takesValue: boolean;
  treatment: Treatment;
}

const words = (text: string): string[] => text.trim().split(/\s+/);
const omitted = (sentence: string): Treatment => ({ omitted: sentence });

const connections = omitted('set it for the workspace, in "Proxy and certificates"');
const versions = omitted('the version of HTTP is agreed with the server');
const otherProtocols = omitted('it is for another protocol than HTTP');
const network = omitted('the network of this computer is used as it is');
const retries = omitted('a request is sent once');

/** The name of an option with a value ends with `=`. */
const table: readonly [Treatment, string][] = [
  [
    'used',
    `request= header= data= data-ascii= data-raw= data-binary= data-urlencode= json= form= form-string= url-query=
     user= user-agent= referer= cookie= url= max-time= upload-file= oauth2-bearer= aws-sigv4= max-redirs= range=
     get head location digest ntlm basic next`,
  ],
  [
    'ignored',
    `output= output-dir= remote-name remote-name-all remote-header-name remote-time create-dirs create-file-mode=
     no-clobber clobber remove-on-error skip-existing xattr dump-header= cookie-jar= write-out= stderr= trace= trace-ascii=
     trace-time trace-ids trace-config= libcurl= silent show-error verbose include progress-bar progress-meter
     no-progress-meter styled-output suppress-connect-headers fail fail-early fail-with-body buffer no-buffer parallel
     parallel-immediate parallel-max= parallel-max-host= compressed tr-encoding raw disable keepalive no-keepalive
     keepalive-time= keepalive-cnt= tcp-nodelay tcp-fastopen sessionid no-sessionid alpn no-alpn npn no-npn
     happy-eyeballs-timeout-ms= expect100-timeout= ignore-content-length etag-save= hsts= alt-svc= globoff
     junk-session-cookies disallow-username-in-url proto= proto-redir= proto-default= form-escape tls-max= false-start
     out-null ssl ssl-reqd http1.1 http2 use-ascii`,
  ],
  [
    connections,
    `proxy= preproxy= proxy-user= proxy-header= proxytunnel proxy1.0= noproxy= proxy-anyauth proxy-basic proxy-digest
     proxy-negotiate proxy-ntlm proxy-insecure proxy-cacert= proxy-capath= proxy-cert= proxy-cert-type= proxy-ciphers=
     proxy-crlfile= proxy-key= proxy-key-type= proxy-pass= proxy-pinnedpubkey= proxy-service-name= proxy-tls13-ciphers=
     proxy-tlsauthtype= proxy-tlspassword= proxy-tlsuser= proxy-tlsv1 proxy-ssl-allow-beast proxy-ssl-auto-client-cert
     proxy-ca-native proxy-http2 socks4= socks4a= socks5= socks5-hostname= socks5-basic socks5-gssapi socks5-gssapi-nec
     socks5-gssapi-service= insecure cacert= capath= ca-native cert= cert-type= cert-status key= key-type= pass= pinnedpubkey=
     crlfile= ciphers= curves= sigalgs= engine= egd-file= random-file= tls13-ciphers= tlsauthtype= tlspassword= tlsuser= tlsv1
     tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tls-earlydata sslv2 sslv3 ssl-allow-beast ssl-auto-client-cert ssl-no-revoke
     ssl-revoke-best-effort dump-ca-embed ech=`,
  ],
  [versions, 'http0.9 http1.0 http2-prior-knowledge http3 http3-only'],
  [
    network,
    `resolve= connect-to= interface= local-port= ipv4 ipv6 dns-interface= dns-ipv4-addr= dns-ipv6-addr= dns-servers=
     doh-url= doh-cert-status doh-insecure unix-socket= abstract-unix-socket= haproxy-protocol haproxy-clientip= ip-tos=
     vlan-priority= mptcp connect-timeout= limit-rate= rate= speed-limit= speed-time= max-filesize=`,
  ],
  [retries, 'retry= retry-delay= retry-max-time= retry-all-errors retry-connrefused continue-at='],
  [
    otherProtocols,
    `append crlf list-only quote= ftp-account= ftp-alternative-to-user= ftp-create-dirs ftp-method= ftp-pasv ftp-port=
     ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-ccc-mode= ftp-ssl-control disable-eprt disable-epsv krb= mail-auth=
     mail-from= mail-rcpt= mail-rcpt-allowfails upload-flags= telnet-option= tftp-blksize= tftp-no-options login-options=
     sasl-authzid= sasl-ir pubkey= hostpubmd5= hostpubsha256= compressed-ssh ipfs-gateway= metalink`,
  ],
  [omitted('choose the kind on the Auth tab'), 'negotiate anyauth ntlm-wb delegation= service-name='],
  [omitted('type the user and the password on the Auth tab'), 'netrc netrc-optional netrc-file='],
  [omitted('a redirect to another server gets no credentials'), 'location-trusted'],
  [omitted('a redirect becomes a GET, as in browsers'), 'post301 post302 post303'],
  [omitted('dots in the path of an address are resolved'), 'path-as-is'],
  [omitted('write it into the address'), 'request-target='],
  [omitted('write the header'), 'time-cond= etag-compare='],
  [omitted('define it in an environment'), 'variable='],
  [omitted('it shows the help of curl'), 'help= manual version'],
];

const shortNames: Record<string, string> = {
  a: 'append',
  E: 'cert',
  K: 'config',
  C: 'continue-at',
  b: 'cookie',
  c: 'cookie-jar',
  d: 'data',
  q: 'disable',
  D: 'dump-header',
  f: 'fail',
  F: 'form',
  P: 'ftp-port',
  G: 'get',
  g: 'globoff',
  I: 'head',
  H: 'header',
  h: 'help',
  i: 'include',
  k: 'insecure',
  4: 'ipv4',
  6: 'ipv6',
  j: 'junk-session-cookies',
  l: 'list-only',
  L: 'location',
  M: 'manual',
  m: 'max-time',
  n: 'netrc',
  ':': 'next',
  N: 'no-buffer',
  o: 'output',
  Z: 'parallel',
  '#': 'progress-bar',
  x: 'proxy',
  U: 'proxy-user',
  p: 'proxytunnel',
  Q: 'quote',
  r: 'range',
  e: 'referer',
  J: 'remote-header-name',
  O: 'remote-name',
  R: 'remote-time',
  X: 'request',
  S: 'show-error',
  s: 'silent',
  Y: 'speed-limit',
  y: 'speed-time',
  2: 'sslv2',
  3: 'sslv3',
  t: 'telnet-option',
  z: 'time-cond',
  1: 'tlsv1',
  T: 'upload-file',
  B: 'use-ascii',
  u: 'user',
  A: 'user-agent',
  v: 'verbose',
  V: 'version',
  w: 'write-out',
  0: 'http1.0',
};

const options = new Map<string, CurlOption>(
  table.flatMap(([treatment, names]) =>
    words(names).map((written): [string, CurlOption] => {
      const name = written.replace(/=$/, '');
      return [name, { name, takesValue: written.endsWith('='), treatment }];
    }),
  ),
);

/** Every option, for the test that compares this table with curl's help. */
export const curlOptions: readonly CurlOption[] = [...options.values()];

/** @param letter without its `-`. @returns undefined for a letter that curl does not have */
export function shortOption(letter: string): CurlOption | undefined {
  const name = shortNames[letter];
  return name === undefined ? undefined : longOption(name);
}

/**
 * @param written without its `--`; an unambiguous prefix of a name is accepted, as in curl
 * @throws InvalidData for the option that names a file of options, which is not read
 */
export function longOption(written: string): CurlOption | undefined {
  const exact = options.get(written);
  if (exact) return exact;
  if (written.length > 2 && 'config'.startsWith(written)) {
    throw codedError(
      'InvalidData',
      'This cURL command takes its options from a file (-K, --config), which is not read.',
      'Write the options of the file into the command.',
    );
  }
  if (written.startsWith('no-')) {
    const positive = options.get(written.slice(3));
    return positive && !positive.takesValue ? { ...positive, treatment: 'ignored' } : undefined;
  }
  const beginning = curlOptions.filter(({ name }) => name.startsWith(written));
  return beginning.length === 1 ? beginning[0] : undefined;
}
