import { PasswordInput, Select } from '@mantine/core';
import { useFrom } from '../../context/app-context.ts';
import { KEEP_SIGNATURE, needsSecret, signingChoices, type SigningForm } from './signing.ts';

/** Fields for how requests are signed, including the secret if none is stored. */
export function SigningFields(props: {
  form: SigningForm;
  onChange: (form: SigningForm) => void;
  /** A CSS class for the choice, whose labels are longer than numbers. */
  className?: string | undefined;
}) {
  const { form, onChange, className = '' } = props;
  const providers = useFrom('webhooks', (state) => state.providers?.providers) ?? [];
  return (
    <>
      <Select
        size="xs"
        className={className}
        label="Sign again"
        allowDeselect={false}
        data={signingChoices(providers)}
        value={form.choice}
        onChange={(choice) => onChange({ choice: choice ?? KEEP_SIGNATURE, secret: '' })}
      />
      {needsSecret(form) && (
        <PasswordInput
          size="xs"
          label="Secret"
          placeholder="Used once, not stored"
          value={form.secret}
          onChange={(event) => onChange({ ...form, secret: event.currentTarget.value })}
        />
      )}
    </>
  );
}
