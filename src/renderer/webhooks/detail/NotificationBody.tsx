import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { NotificationDetail } from '../../../contract/webhooks/notification.ts';
import { notificationBodyId } from '../../../contract/webhooks/notification-body-id.ts';
import { LineView } from '../../response/body/lines/LineView.tsx';
import { SaveBody } from '../../response/body/SaveBody.tsx';
import shared from '../../ui/shared.module.css';
import classes from '../webhooks.module.css';

type Form = 'pretty' | 'raw' | 'hex';

/** The body as it was sent: formatted, as text and as bytes. Numbers and repeated keys are never changed. */
export function NotificationBody({ detail }: { detail: NotificationDetail }) {
  const { summary, text, contentType, jsonProblem } = detail;
  const hasText = text !== '' && !text.includes('\0');
  const [form, setForm] = useState<Form>(hasText ? 'pretty' : 'hex');
  if (summary.size === 0) return <p className={shared['quiet']}>The request had no body.</p>;
  const sent = notificationBodyId(summary.id, 'sent');
  return (
    <div className={classes['body']}>
      <div className={shared['bodyBar']}>
        <SegmentedControl
          size="xs"
          aria-label="Body format"
          data={[
            ...(hasText
              ? [
                  { value: 'pretty', label: 'Pretty' },
                  { value: 'raw', label: 'Raw' },
                ]
              : []),
            { value: 'hex', label: 'Hex' },
          ]}
          value={form}
          onChange={(value) => setForm(value as Form)}
        />
        <SaveBody
          hint="Save the bytes as they were sent"
          name={`notification-${Math.abs(summary.id)}`}
          body={{ runId: sent, size: summary.size, contentType }}
        />
        <span className={classes['size']}>{summary.size.toLocaleString('en')} bytes as sent</span>
      </div>
      {jsonProblem && <p className={classes['problem']}>This is not valid JSON: {jsonProblem.message}</p>}
      <LineView
        key={form}
        runId={form === 'hex' ? sent : notificationBodyId(summary.id, 'text')}
        form={form}
        label="Body of the notification"
      />
    </div>
  );
}
