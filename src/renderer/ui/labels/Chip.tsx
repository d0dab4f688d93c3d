import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './chip.module.css';

interface ChipProps {
  /** Default: neutral, neither good nor bad. */
  tone?: 'good' | 'bad' | 'warn' | undefined;
  /** Makes it a button. */
  onClick?: (() => void) | undefined;
  title?: string | undefined;
  children: ReactNode;
}

/** A fact in a word or two, beside its subject. */
export function Chip({ tone, onClick, title, children }: ChipProps) {
  const common = { className: classes['chip'] ?? '', 'data-tone': tone, title };
  if (!onClick) return <span {...common}>{children}</span>;
  return (
    <UnstyledButton {...common} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}
