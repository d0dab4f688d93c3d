import { Button } from '@mantine/core';
import type { Work } from '../work/use-work.ts';

/** Cancels work that takes long; nothing for other work. */
export function CancelWork({ work, size }: { work: Pick<Work, 'isSlow' | 'cancel'>; size: 'xs' | 'compact-xs' }) {
  if (!work.isSlow) return null;
  return (
    <Button size={size} variant="default" onClick={work.cancel}>
      Cancel
    </Button>
  );
}
