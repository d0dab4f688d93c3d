import { Input } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { VariableInput } from '../../ui/variables/VariableInput.tsx';

/** A text of an auth, which may contain variables; a secret is masked until its button is pressed. */
export function AuthField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  secret?: boolean;
  /** The text may have several lines. */
  multiline?: boolean;
  placeholder?: string;
  help?: string;
}) {
  const { label, value, onChange, secret = false, multiline = false, placeholder, help } = props;
  const id = useId();
  const [isShown, setShown] = useState(false);
  // A reference to a variable is not a secret, and its colour shows whether it has a value.
  const isMasked = secret && !isShown && !/^\{\{[^{}]*\}\}$/.test(value);
  return (
    <Input.Wrapper
      size="xs"
      maw={460}
      label={label}
      labelProps={{ htmlFor: id }}
      {...(help ? { description: help } : {})}
    >
      <div style={{ display: 'flex', gap: 4 }}>
        <VariableInput
          boxed
          id={id}
          label={label}
          masked={isMasked}
          lines={multiline}
          value={value}
          onChange={onChange}
          {...(placeholder ? { placeholder } : {})}
        />
        {secret && (
          <IconButton
            label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            tooltip={isShown ? 'Hide' : 'Show'}
            size={28}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <IconEyeOff size={14} /> : <IconEye size={14} />}
          </IconButton>
        )}
      </div>
    </Input.Wrapper>
  );
}
