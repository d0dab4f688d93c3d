import { Button, Group, NumberInput, Progress, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { RehearsalReport, RehearsalStep } from '../../../contract/webhooks/rehearsal-calls.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { createLatestCall } from '../../host/latest-call.ts';
import { CloseButton } from '../../ui/dialogs/CloseButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { saveText } from '../../ui/save-text.ts';
import { RehearsalCheckFields } from './RehearsalCheckFields.tsx';
import { RehearsalResult } from './RehearsalResult.tsx';
import { firstForm, planOf, shareFields, stepText, type RehearsalForm } from './rehearsal-form.ts';
import { firstSigning, signatureSourceOf, type SigningForm } from './signing.ts';
import { SigningFields } from './SigningFields.tsx';
import classes from './forward.module.css';

/** Sends the latest listed notifications to a server with the faults of real senders, and shows the report. */
export function RehearsalDialog({ onClose }: { onClose: () => void }) {
  const { forwarding: store, webhooks } = useApp();
  const forwardUrl = useFrom('forwarding', (state) => state.status?.url ?? '');
  const listedNotifications = useFrom('webhooks', (state) => state.items);
  const providers = useFrom('webhooks', (state) => state.providers?.providers) ?? [];
  const progress = useFrom('forwarding', (state) => state.progress);
  const [typedUrl, setUrl] = useState<string>();
  const url = typedUrl ?? forwardUrl;
  const [form, setForm] = useState(firstForm);
  const [chosenSigning, setSigning] = useState<SigningForm>();
  const { steps, showSteps, hideSteps } = useSteps();
  const [report, setReport] = useState<RehearsalReport>();
  const change = (changed: Partial<RehearsalForm>) => {
    setForm({ ...form, ...changed });
    hideSteps();
  };
  const signing = chosenSigning ?? firstSigning(listedNotifications.slice(0, form.limit), providers);
  const sign = signatureSourceOf(signing);
  const plan = () => planOf(form, webhooks.getState().filter);
  const preview = async () => {
    setReport(undefined);
    await showSteps(store.getState().preview(plan()));
  };
  const rehearse = async () => {
    if (sign === undefined) return;
    hideSteps();
    setReport(await store.getState().rehearse(plan(), url.trim(), sign));
  };
  const close = () => {
    store.getState().stopRehearsal();
    onClose();
  };
  const isChanged = url !== forwardUrl || form !== firstForm || (chosenSigning?.secret ?? '') !== '';
  const number = (
    name: 'seed' | 'limit' | 'giveUpAfterMs' | 'retries',
    label: string,
    [min, max]: [number, number],
  ) => (
    <NumberInput
      size="xs"
      label={label}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      value={form[name]}
      onChange={(value) => change({ [name]: Math.max(min, Number(value) || 0) })}
    />
  );
  return (
    <Dialog opened unsaved={isChanged && !report} onClose={close} title="Rehearse your server" size="xl">
      <TextInput
        size="xs"
        label="Address of your server"
        description="Receives the latest notifications of the list, with the faults of real senders"
        placeholder="http://localhost:3000/webhooks"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <div className={classes['fields']}>
        {shareFields.map(({ name, label, description }) => (
          <NumberInput
            key={name}
            size="xs"
            label={label}
            description={description}
            min={0}
            max={100}
            allowDecimal={false}
            clampBehavior="strict"
            value={form[name]}
            onChange={(value) => change({ [name]: Number(value) || 0 })}
          />
        ))}
      </div>
      <div className={classes['fields']}>
        {number('limit', 'Notifications', [1, 500])}
        {number('seed', 'Seed', [0, 4_294_967_295])}
        {number('giveUpAfterMs', 'Gives up after (ms)', [10, 60_000])}
        {number('retries', 'Retries', [0, 10])}
        <SigningFields form={signing} onChange={setSigning} className={classes['double']} />
        <RehearsalCheckFields form={form} onChange={change} />
      </div>
      <Group justify="flex-end" gap={8} mt="sm">
        {progress && <Progress style={{ flex: 1 }} value={percent(progress)} aria-label="Rehearsal progress" />}
        <CloseButton label="Close" />
        {report && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => saveText('rehearsal.json', JSON.stringify(report, null, 2))}
          >
            Save as JSON
          </Button>
        )}
        {!progress && (
          <Button size="xs" variant="default" onClick={() => void preview().catch(showError)}>
            Preview
          </Button>
        )}
        {/* One button, so that it keeps the focus when the rehearsal begins and ends. */}
        <Button
          size="xs"
          {...(progress ? { variant: 'default' } : {})}
          disabled={!progress && (url.trim() === '' || sign === undefined)}
          onClick={() => (progress ? store.getState().stopRehearsal() : void rehearse().catch(showError))}
        >
          {progress ? 'Stop' : 'Rehearse'}
        </Button>
      </Group>
      {steps && <Steps steps={steps} />}
      {report && <RehearsalResult report={report} />}
    </Dialog>
  );
}

function useSteps() {
  const [steps, setSteps] = useState<RehearsalStep[]>();
  const [previews] = useState(createLatestCall);
  const hideSteps = () => {
    // A preview that is on its way is of other settings.
    previews.cancel();
    setSteps(undefined);
  };
  return { steps, hideSteps, showSteps: (preview: Promise<RehearsalStep[]>) => previews.show(preview, setSteps) };
}

const percent = ({ done, total }: { done: number; total: number }): number => (total === 0 ? 0 : (done / total) * 100);

function Steps({ steps }: { steps: readonly RehearsalStep[] }) {
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label="What will be sent">
      <table className={classes['table']}>
        <thead>
          <tr>
            <th>Request</th>
            <th>Notification</th>
            <th>What happens</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => (
            <tr key={index}>
              <td>{index + 1}</td>
              <td>#{step.notification}</td>
              <td className={classes['wide']}>{stepText(step)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
