import { Alert, Button, Group, Text } from '@mantine/core';
import { withoutScheme } from '../../../contract/webhooks/authorization-token.ts';

export type AccountSettings = Record<string, string | number>;

/** Asks before settings of the account are changed, because the service restarts the account for it. */
export function AccountQuestion(props: {
  settings: AccountSettings;
  isBusy: boolean;
  onConfirm: () => void;
  onDismiss: () => void;
}) {
  return (
    <Alert color="orange" mt="sm" title="Change the settings of the account?">
      <Text size="xs">
        {settingsText(props.settings)}. The service restarts the account for this, which takes up to five minutes.
        Nothing is sent or received meanwhile.
      </Text>
      <Group mt={6} gap={6}>
        <Button size="compact-xs" color="orange" c="black" loading={props.isBusy} onClick={props.onConfirm}>
          Change
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={props.onDismiss}>
          Leave as it is
        </Button>
      </Group>
    </Alert>
  );
}

/** Hides the token, but not its scheme. */
const settingsText = (settings: AccountSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => {
      const isSecret = name === 'webhookUrlToken' && value !== '';
      const text = isSecret ? `${String(value).replace(withoutScheme(String(value)), '')}•••` : JSON.stringify(value);
      return `${name}: ${text}`;
    })
    .join(', ');
