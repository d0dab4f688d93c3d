import { useMemo, type ReactNode } from 'react';
import type { EditedField } from '../../contract/collection/collection.ts';
import { useFrom } from '../context/app-context.ts';
import { VariablesContext } from '../ui/variables/variables-context.ts';

/** Provides the variables of the open request or folder, including unsaved ones, to the inputs below. */
export function RequestVariables({
  ownVariables,
  children,
}: {
  ownVariables: readonly EditedField[];
  children: ReactNode;
}) {
  const visible = useFrom('requests', (state) => state.variables);
  const variables = useMemo(() => {
    const visibleNames = new Set(visible.map(({ name }) => name));
    const typedVariables = ownVariables.filter(
      ({ name, disabled }) => !disabled && name !== '' && !visibleNames.has(name),
    );
    return [
      ...visible,
      ...typedVariables.map(({ name, value }) => ({ name, value, scope: 'not saved yet', secret: false })),
    ];
  }, [visible, ownVariables]);
  return <VariablesContext value={variables}>{children}</VariablesContext>;
}
