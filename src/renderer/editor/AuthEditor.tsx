import { Button, Checkbox, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import type { EditedAuth } from '../../contract/collection.ts';
import { useApp } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import shared from '../ui/shared.module.css';

type Field = { name: string; label: string; secret?: boolean; placeholder?: string; help?: string };

const kinds: { value: string; label: string }[] = [
  { value: 'inherit', label: 'As the folder' },
  { value: 'none', label: 'No auth' },
  { value: 'basic', label: 'Basic' },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'apikey', label: 'API key' },
  { value: 'digest', label: 'Digest' },
  { value: 'oauth2', label: 'OAuth 2' },
  { value: 'awsv4', label: 'AWS Signature 4' },
  { value: 'ntlm', label: 'NTLM' },
  { value: 'wsse', label: 'WSSE' },
];
const user: Field[] = [
  { name: 'username', label: 'User' },
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
  onChange: (auth: EditedAuth) => void;
}) {
  const { auth, inherits, onChange } = props;
  const known = kinds.some(({ value }) => value === auth.type);
  const text = (name: string) => (typeof auth[name] === 'string' ? auth[name] : '');
  const set = (name: string, value: unknown) => onChange({ ...auth, [name]: value });
  const choose = (type: string | null) => {
    if (!type || type === auth.type) return;
    onChange(type === 'oauth2' ? { type, flow: 'client_credentials' } : { type });
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
      {(fields[auth.type] ?? []).map(({ name, label, secret, placeholder }) => {
        const Input = secret ? PasswordInput : TextInput;
        return (
          <Input
            key={name}
            size="xs"
            maw={460}
            label={label}
            {...(placeholder ? { placeholder } : {})}
            spellCheck={false}
            value={text(name)}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        );
      })}
      {auth.type === 'apikey' && (
        <Select
          size="xs"
          w={220}
          label="Where it is sent"
          allowDeselect={false}
          data={[
            { value: 'header', label: 'As a header' },
            { value: 'query', label: 'In the address' },
          ]}
          value={text('placement') || 'header'}
          onChange={(placement) => set('placement', placement)}
        />
      )}
      {auth.type === 'oauth2' && <OAuth2 auth={auth} onChange={onChange} />}
      {auth.type === 'inherit' && (
        <Text size="xs" c="dimmed">
          The innermost folder above that has auth decides; then the collection.
        </Text>
      )}
      {secrets && (
        <Text size="xs" c="dimmed">
          This stands in the workspace’s files. A secret variable of an environment, used as {'{{name}}'}, keeps it out.
        </Text>
      )}
    </div>
  );
}

const flows = [
  { value: 'client_credentials', label: 'Client credentials' },
  { value: 'authorization_code', label: 'Authorization code' },
  { value: 'resource_owner_password_credentials', label: 'Password' },
];

function OAuth2({ auth, onChange }: { auth: EditedAuth; onChange: (auth: EditedAuth) => void }) {
  const { client } = useApp();
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
  const input = (path: string, label: string, more: { secret?: boolean; placeholder?: string; help?: string } = {}) => {
    const Input = more.secret ? PasswordInput : TextInput;
    return (
      <Input
        key={path}
        size="xs"
        maw={460}
        label={label}
        {...(more.placeholder ? { placeholder: more.placeholder } : {})}
        {...(more.help ? { description: more.help } : {})}
        spellCheck={false}
        value={get(path)}
        onChange={(event) => set(path, event.currentTarget.value)}
      />
    );
  };
  const code = flow === 'authorization_code';
  return (
    <>
      <Select
        size="xs"
        w={220}
        label="Flow"
        allowDeselect={false}
        data={flows}
        value={flow}
        onChange={(chosen) => set('flow', chosen)}
      />
      {code && input('authorizationUrl', 'Address where one signs in', { placeholder: 'https://…/authorize' })}
      {input('accessTokenUrl', 'Address of the token', { placeholder: 'https://…/token' })}
      {input('credentials.clientId', 'Client id')}
      {input('credentials.clientSecret', 'Client secret', { secret: true })}
      <Select
        size="xs"
        w={220}
        label="The client says who it is"
        allowDeselect={false}
        data={[
          { value: 'basic_auth_header', label: 'in a header (basic)' },
          { value: 'body', label: 'in the body' },
        ]}
        value={get('credentials.placement') || 'basic_auth_header'}
        onChange={(placement) => set('credentials.placement', placement)}
      />
      {flow === 'resource_owner_password_credentials' && (
        <>
          {input('resourceOwner.username', 'User')}
          {input('resourceOwner.password', 'Password', { secret: true })}
        </>
      )}
      {input('scope', 'Scope', { placeholder: 'openid profile' })}
      {code &&
        input('callbackUrl', 'Callback address', {
          placeholder: 'http://127.0.0.1:8765/callback',
          help: 'On this machine; empty for any free port',
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
          onClick={() => void client.call('tokens.forget', {}).catch(showError)}
        >
          Forget kept tokens
        </Button>
      </div>
    </>
  );
}
