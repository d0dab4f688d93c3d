import { Button, Checkbox, Select, Text } from '@mantine/core';
import {
  authFieldValue,
  authKindOf,
  authKinds,
  withAuthField,
  type AuthField as Field,
} from '../../../contract/collection/auth-kinds.ts';
import type { EditedAuth } from '../../../contract/collection/collection.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import { AuthField } from './AuthField.tsx';
import shared from '../../ui/shared.module.css';

const kinds = [
  { value: 'inherit', label: 'Inherit from parent' },
  { value: 'none', label: 'No auth' },
  ...Object.entries(authKinds).map(([value, { label }]) => ({ value, label })),
];
const kindName = (type: string): string => kinds.find(({ value }) => value === type)?.label ?? type;

/** The fields that apply to the present values of other fields. */
const shownFields = (auth: EditedAuth): Field[] =>
  (authKindOf(auth.type)?.fields ?? []).filter(
    ({ name, appliesTo, rare }) =>
      (!appliesTo || appliesTo.values.test(textOf(auth, appliesTo.field))) &&
      (!rare || authFieldValue(auth, name) !== undefined),
  );
function textOf(auth: EditedAuth, name: string): string {
  const value = authFieldValue(auth, name);
  return typeof value === 'string' ? value : '';
}

/** An auth of a kind that was not selected before, with its initial texts. */
function newAuth(type: string): EditedAuth {
  if (type === 'oauth2') return { type, flow: 'client_credentials' };
  return (authKindOf(type)?.fields ?? []).reduce<EditedAuth>(
    (auth, { name, initial }) => (initial === undefined ? auth : withAuthField(auth, name, initial)),
    { type },
  );
}

/** Edits the auth. Its texts are stored in the workspace's file, so secrets belong into variables. */
export function AuthEditor(props: {
  auth: EditedAuth;
  /** The collection cannot inherit. In OpenCollection a folder cannot switch auth off: without auth it inherits. */
  level: 'collection' | 'folder' | 'request';
  /** Edits of other kinds. */
  others: Partial<Record<string, EditedAuth>>;
  onChange: (auth: EditedAuth) => void;
}) {
  const { auth, level, others, onChange } = props;
  const notOffered = level === 'folder' ? 'none' : level === 'collection' ? 'inherit' : undefined;
  const shownType = level === 'folder' && auth.type === 'none' ? 'inherit' : auth.type;
  const inheritedAuth = useFrom('requests', (state) => state.inheritedAuth);
  const isListed = kinds.some(({ value }) => value === auth.type);
  const fields = shownFields(auth);
  const choose = (type: string | null) => {
    if (!type || type === shownType) return;
    const stored = level === 'folder' && type === 'inherit' ? 'none' : type;
    onChange(others[stored] ?? newAuth(stored));
  };
  const secrets = fields.some(({ name, secret }) => secret && /^[^{]+$/.test(textOf(auth, name)));
  return (
    <div className={shared['form']}>
      <Select
        size="xs"
        w={220}
        label="Auth type"
        allowDeselect={false}
        maxDropdownHeight={440}
        data={[
          ...kinds.filter(({ value }) => value !== notOffered),
          ...(isListed ? [] : [{ value: auth.type, label: auth.type }]),
        ]}
        value={shownType}
        onChange={choose}
      />
      {fields.map((field) => (
        <AuthControl
          key={field.name}
          field={field}
          value={authFieldValue(auth, field.name)}
          onChange={(value) => onChange(withAuthField(auth, field.name, value))}
        />
      ))}
      {auth.type === 'oauth2' && (
        <>
          <OAuth2 auth={auth} onChange={onChange} />
          <Text size="xs" c="dimmed">
            The token is requested when the request is sent, and used again until it expires.
          </Text>
        </>
      )}
      {shownType === 'inherit' && (
        <Text size="xs" c="dimmed">
          {inheritedAuth
            ? `Inherits ${kindName(inheritedAuth.type)} from the ${inheritedAuth.scope}.`
            : `Nothing above has auth: ${level === 'folder' ? 'its requests are' : 'the request is'} sent without.`}
          {level === 'folder' && ' A request that needs none has No auth in its own settings.'}
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

/** The control of one field: a choice, a checkbox or a text. */
function AuthControl({ field, value, onChange }: { field: Field; value: unknown; onChange: (value: unknown) => void }) {
  const { label, options, flag, secret, multiline, placeholder, help } = field;
  const text = typeof value === 'string' ? value : '';
  if (flag) {
    return (
      <Checkbox
        size="xs"
        label={label}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (options) {
    const isListed = options.some((option) => option.value === text);
    return (
      <Select
        size="xs"
        w={220}
        label={label}
        allowDeselect={false}
        data={[
          ...options.map((option) => ({ value: option.value, label: option.label })),
          ...(isListed || text === '' ? [] : [{ value: text, label: text }]),
        ]}
        value={text || (options[0]?.value ?? null)}
        onChange={onChange}
        {...(help ? { description: help } : {})}
      />
    );
  }
  return (
    <AuthField
      label={label}
      value={text}
      onChange={onChange}
      {...(secret ? { secret } : {})}
      {...(multiline ? { multiline } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(help ? { help } : {})}
    />
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
