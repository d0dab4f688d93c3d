import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> {
  min: number;
  max?: number;
  /** Null: the field is empty, and its placeholder says what that means. */
  value: number | null;
  /** Gets numbers from `min` to `max` only; null where the field was emptied. */
  onChange: (value: number | null) => void;
}

/**
 * A field for an integer. While it is edited it shows what is typed, also what cannot be used; afterwards it shows the
 * value that is used, which is the limit for a number beyond it.
 */
export function NumberField({ min, max = Number.MAX_SAFE_INTEGER, value, onChange, ...shown }: NumberFieldProps) {
  const [typed, setTyped] = useState<number | string>();
  const finish = () => {
    setTyped(undefined);
    if (typeof typed === 'number' && (typed < min || typed > max)) onChange(Math.min(Math.max(typed, min), max));
  };
  return (
    <NumberInput
      {...shown}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="none"
      value={typed ?? value ?? ''}
      onChange={(next) => {
        setTyped(next);
        const number = Number(next);
        if (next === '') onChange(null);
        else if (number >= min && number <= max) onChange(number);
      }}
      onBlur={finish}
      // The shortcut that runs is pressed in the field, too.
      onKeyDown={(event) => event.key === 'Enter' && finish()}
    />
  );
}
