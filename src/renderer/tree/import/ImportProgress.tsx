import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { isStop } from '../../../contract/errors.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { CancelWork } from '../../ui/buttons/CancelWork.tsx';
import { SLOW_MS } from '../../ui/work/use-work.ts';
import classes from '../tree.module.css';

/** A button that cancels an import that takes long. */
export function ImportProgress() {
  const { imports } = useApp();
  const busy = useFrom('imports', (state) => state.busy);
  const [wasBusy] = useDebouncedValue(busy, SLOW_MS);
  const isSlow = busy && wasBusy;
  if (!isSlow) return null;
  return (
    <Group mt="sm" gap={8}>
      <Text size="xs" role="status">
        Importing…
      </Text>
      <CancelWork work={{ isSlow, cancel: imports.getState().cancel }} size="compact-xs" />
    </Group>
  );
}

/** Why sources, or parts of them, were not imported. */
export function ImportFailures() {
  const failures = useFrom('imports', (state) => state.failures);
  return failures.map((failure, index) => (
    <div
      key={index}
      className={classes['importFailed']}
      data-stopped={isStop(failure) || undefined}
      role={isStop(failure) ? 'status' : 'alert'}
    >
      <b>{visibleText(failure.message)}</b>
      <p>{visibleText(failure.remedy)}</p>
    </div>
  ));
}
