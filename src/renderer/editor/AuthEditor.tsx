import { Button, Checkbox, Select, Text } from '@mantine/core';
import type { EditedAuth } from '../../contract/collection.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { AuthField } from './AuthField.tsx';
import shared from '../ui/shared.module.css';

type Field = { name: string; label: string; secret?: boolean; placeholder?: string; help?: string };

const kinds: { value: string; label: string }[] = [
  { value: 'inherit', label: 'Inherit from parent' },
  { value: 'none', label: 'No auth' },
  { value: 'basic', label: 'Basic auth' },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'apikey', label: 'API key' },
  { value: 'digest', label: 'Digest auth' },
  { value: 'oauth2', label: 'OAuth 2.0' },
  { value: 'awsv4', label: 'AWS Signature v4' },
  { value: 'ntlm', label: 'NTLM' },
  { value: 'wsse', label: 'WSSE' },
];
const kindName = (type: string): string => kinds.find(({ value }) => value === type)?.label ?? type;
const user: Field[] = [
  { name: 'username', label: 'Username' },
  { name: 'password', label: 'Password', secret: true },
];
const fields: Record<string, Field[]> = {
  basic: user,
  digest: user,
  wsse: user,
  ntlm: [...user, { name: 'domain', label: 'Domain' }],
  bearer: [{ name: 'token', label: 'Token', secret: true, placeholder: '{{token}}' }],
  apikey: [
    { name: 'key', label: 'Name', placeholder: 'X-API-Key' },
    { name: 'value', label: 'Value', secret: true },
  ],
  awsv4: [
    { name: 'accessKeyId', label: 'Access key' },
    { name: 'secretAccessKey', label: 'Secret key', secret: true },
    { name: 'sessionToken', label: 'Session token', secret: true },
    { name: 'service', label: 'Service', placeholder: 'execute-api' },
    { name: 'region', label: 'Region', placeholder: 'eu-west-1' },
  ],
};

/** Who sends it. What is written here stands in the workspace's file: variables keep secrets out of it. */
export function AuthEditor(props: {
  auth: EditedAuth;
  /** False for the collection itself, which has nothing above it. */
  inherits: boolean;
  /** What was typed into the other kinds. */
  others: Partial<Record<string, EditedAuth>>;
  onChange: (auth: EditedAuth) => void;
}) {
  const { auth, inherits, others, onChange } = props;
  const inherited = useFrom('requests', (state) => state.inheritedAuth);
  const known = kinds.some(({ value }) => value === auth.type);
  const text = (name: string) => (typeof auth[name] === 'string' ? auth[name] : '');
  const set = (name: string, value: unknown) => onChange({ ...auth, [name]: value });
  const choose = (type: string | null) => {
    if (!type || type === auth.type) return;
    onChange(others[type] ?? (type === 'oauth2' ? { type, flow: 'client_credentials' } : { type }));
  };
  const secrets = (fields[auth.type] ?? []).some(({ name, secret }) => secret && /^[^{]+$/.test(text(name)));
  return (
    <div className={shared['form']}>
      <Select
        size="xs"
        w={220}
        label="Kind of auth"
        allowDeselect={false}
        data={[
          ...kinds.filter(({ value }) => inherits || value !== 'inherit'),
          ...(known ? [] : [{ value: auth.type, label: auth.type }]),
        ]}
        value={auth.type}
        onChange={choose}
      />
      {(fields[auth.type] ?? []).map(({ name, ...field }) => (
        <AuthField key={name} {...field} value={text(name)} onChange={(value) => set(name, value)} />
      ))}
      {auth.type === 'apikey' && (
        <Select
          size="xs"
          w={220}
          label="Add to"
          allowDeselect={false}
          data={[
            { value: 'header', label: 'Header' },
            { value: 'query', label: 'Query parameters' },
          ]}
          value={text('placement') || 'header'}
          onChange={(placement) => set('placement', placement)}
        />
      )}
      {auth.type === 'oauth2' && <OAuth2 auth={auth} onChange={onChange} />}
      {auth.type === 'inherit' && (
        <Text size="xs" c="dimmed">
          {inherited
            ? `Inherits ${kindName(inherited.type)} from the ${inherited.scope}.`
            : 'Nothing above has auth: the request is sent without.'}
        </Text>
      )}
      {secrets && (
        <Text size="xs" c="dimmed">
          This is stored in the workspace’s files. Use a secret variable of an environment, as {'{{name}}'}, to keep it
          out.
        </Text>
      )}
    </div>
  );
}

const flows = [
  { value: 'client_credentials', label: 'Client credentials' },
  { value: 'authorization_code', label: 'Authorization code' },
  { value: 'resource_owner_password_credentials', label: 'Password credentials' },
];

function OAuth2({ auth, onChange }: { auth: EditedAuth; onChange: (auth: EditedAuth) => void }) {
  const { requests } = useApp();
  const flow = typeof auth['flow'] === 'string' ? auth['flow'] : 'client_credentials';
  const record = (name: string) => (auth[name] ?? {}) as Record<string, unknown>;
  const get = (path: string): string => {
    const [group = '', name] = path.split('.');
    const value = name === undefined ? auth[group] : record(group)[name];
    return typeof value === 'string' ? value : '';
  };
  const set = (path: string, value: unknown) => {
    const [group = '', name] = path.split('.');
    onChange({ ...auth, [group]: name === undefined ? value : { ...record(group), [name]: value } });
  };
  const input = (path: string, label: string, more: { secret?: boolean; placeholder?: string; help?: string } = {}) => (
    <AuthField key={path} label={label} {...more} value={get(path)} onChange={(value) => set(path, value)} />
  );
  const code = flow === 'authorization_code';
  return (
    <>
      <Select
        size="xs"
        w={220}
        label="Grant type"
        allowDeselect={false}
        data={flows}
        value={flow}
        onChange={(chosen) => set('flow', chosen)}
      />
      {code && input('authorizationUrl', 'Authorization URL', { placeholder: 'https://…/authorize' })}
      {input('accessTokenUrl', 'Token URL', { placeholder: 'https://…/token' })}
      {input('credentials.clientId', 'Client ID')}
      {input('credentials.clientSecret', 'Client secret', { secret: true })}
      <Select
        size="xs"
        w={220}
        label="Client authentication"
        allowDeselect={false}
        data={[
          { value: 'basic_auth_header', label: 'Send as Basic auth header' },
          { value: 'body', label: 'Send in the body' },
        ]}
        value={get('credentials.placement') || 'basic_auth_header'}
        onChange={(placement) => set('credentials.placement', placement)}
      />
      {flow === 'resource_owner_password_credentials' && (
        <>
          {input('resourceOwner.username', 'Username')}
          {input('resourceOwner.password', 'Password', { secret: true })}
        </>
      )}
      {input('scope', 'Scope', { placeholder: 'openid profile' })}
      {code &&
        input('callbackUrl', 'Callback URL', {
          placeholder: 'http://127.0.0.1:8765/callback',
          help: 'On this computer. Leave it empty to use any free port.',
        })}
      {code && (
        <Checkbox
          size="xs"
          label="PKCE"
          checked={record('pkce')['disabled'] !== true}
          onChange={(event) => set('pkce', event.currentTarget.checked ? { method: 'S256' } : { disabled: true })}
        />
      )}
      <div>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => void requests.getState().forgetTokens().catch(showError)}
        >
          Forget stored tokens
        </Button>
      </div>
    </>
  );
}
