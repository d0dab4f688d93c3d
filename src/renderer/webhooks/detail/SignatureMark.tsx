import { Badge, Button } from '@mantine/core';
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import type { NotificationDetail, SignatureState } from '../../../contract/webhooks/notification.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp } from '../../context/app-context.ts';
import { runCommand } from '../../context/commands/commands.ts';
import classes from '../webhooks.module.css';

const marks = {
  valid: { text: 'Signature valid', color: 'teal', Icon: IconShieldCheck },
  invalid: { text: 'Signature invalid', color: 'red', Icon: IconShieldX },
  missing: { text: 'Not signed', color: 'orange', Icon: IconShieldQuestion },
};

/** The state of a signature as an icon in one line of the list. */
export function SignatureSign({ state }: { state: SignatureState }) {
  const { text, Icon } = marks[state];
  return <Icon size={14} role="img" aria-label={text} className={classes['sign']} data-state={state} />;
}

/** The result of checking the signature, with the reason if it is not valid; nothing for providers that do not sign. */
export function SignatureMark({ signed }: Pick<NotificationDetail, 'signed'>) {
  const { commands } = useApp();
  if (!signed) return null;
  if (!signed.result) {
    return (
      <p className={classes['signature']}>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconShieldQuestion size={14} aria-hidden />}
          onClick={() => runCommand(commands, 'webhook-signatures')}
        >
          Check the signature…
        </Button>
      </p>
    );
  }
  const { text, color, Icon } = marks[signed.result.state];
  return (
    <p className={classes['signature']}>
      <Badge size="sm" variant="light" color={color} c="var(--text)" leftSection={<Icon size={12} aria-hidden />}>
        {text}
      </Badge>
      {visibleText(signed.result.reason ?? '')}
    </p>
  );
}
