import { useEffect, useMemo } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import { currentFrame } from '../store/debugger-store.ts';
import { pmValues, scopeTitle } from './variable-roots.ts';
import { ValueTree } from './ValueTree.tsx';
import classes from '../debugger.module.css';

/** The scopes of the selected frame, and the values of `pm`: variables by scope, the request, the response. */
export function Variables() {
  const { debugger: store } = useApp();
  const frame = useFrom('debugger', currentFrame);
  const results = useFrom('debugger', (state) => state.results);
  useEffect(() => {
    if (!frame) return;
    for (const { expression } of pmValues) store.getState().evaluateWatch(expression).catch(showError);
  }, [store, frame, results]);
  const roots = useMemo(
    () =>
      frame
        ? [
            ...frame.scopes.map(({ type, name, handle }, index) => ({
              path: `scope ${index}`,
              name: scopeTitle(type, name),
              handle,
              absent: absentIn(type),
            })),
            ...pmValues.map(({ name, expression }) => ({ path: `pm ${name}`, name, ...results[expression] })),
          ]
        : [],
    [frame, results],
  );
  return (
    <section aria-label="Variables">
      <h3 className={classes['heading']}>Variables</h3>
      {frame && <ValueTree label="Variables" roots={roots} />}
    </section>
  );
}

/** A variable may be uninitialised; the global scope is an object, whose properties may be getters. */
const absentIn = (scope: string): string | undefined => (scope === 'global' ? undefined : '(no value yet)');
