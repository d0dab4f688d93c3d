import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { authorizationOf, withoutScheme } from '../../../contract/webhooks/authorization-token.ts';
import { canReach } from './public-address.ts';

/** What was typed, by the names of the settings. */
export interface DeliveryFields {
  webhookUrl?: string;
  webhookUrlToken?: string;
}

/**
 * The address and token with which the service posts notifications. Changes are passed on, so that they can be
 * confirmed.
 */
export function AccountDelivery(props: {
  /** Address of the service. */
  apiUrl: string;
  webhookUrl: string;
  hasToken: boolean;
  /** Address of the listener of this workspace; empty while it is off. */
  listenerUrl: string;
  typed: DeliveryFields;
  onType: (typed: DeliveryFields) => void;
  onChange: (settings: DeliveryFields) => void;
}) {
  const { apiUrl, webhookUrl, hasToken, listenerUrl, typed, onType, onChange } = props;
  const suggested = canReach(apiUrl, listenerUrl) ? listenerUrl : '';
  const address = typed.webhookUrl ?? (webhookUrl || suggested);
  const token = typed.webhookUrlToken;
  const isReachable = canReach(apiUrl, address);
  const changes = {
    ...(address === webhookUrl ? {} : { webhookUrl: address }),
    ...(token === undefined ? {} : { webhookUrlToken: token }),
  };
  const scheme = token ? authorizationOf(token).slice(0, -withoutScheme(token).length) : '';
  return (
    <>
      <Group grow align="start" mt="sm">
        <TextInput
          size="xs"
          label="webhookUrl"
          description="Where the service posts notifications; leave it empty to use the queue"
          value={address}
          onChange={(event) => onType({ ...typed, webhookUrl: event.currentTarget.value })}
          error={address !== '' && !isReachable && 'The service cannot reach this address from the internet.'}
        />
        <PasswordInput
          size="xs"
          label="webhookUrlToken"
          description={
            token
              ? `The service sends "Authorization: ${scheme}" and the token.`
              : 'Leave it empty if the service should not send an Authorization header.'
          }
          placeholder={hasToken ? 'set; type to change it' : ''}
          value={token ?? ''}
          onChange={(event) => onType({ ...typed, webhookUrlToken: event.currentTarget.value })}
        />
      </Group>
      <Group gap={8} mt={6}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={Object.keys(changes).length === 0 || (address !== '' && !isReachable)}
          onClick={() => onChange(changes)}
        >
          Set address and token…
        </Button>
        {webhookUrl !== '' && (
          <Text size="xs">
            While an address is set, the queue stays empty.{' '}
            <Button size="compact-xs" variant="subtle" onClick={() => onChange({ webhookUrl: '' })}>
              Remove the address…
            </Button>
          </Text>
        )}
        {webhookUrl === '' && listenerUrl !== '' && suggested === '' && (
          <Text size="xs">
            The service cannot reach {listenerUrl}: receive through a queue, or set the address of a tunnel to it.
          </Text>
        )}
      </Group>
    </>
  );
}
