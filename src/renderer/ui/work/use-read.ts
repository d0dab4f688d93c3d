import { useEffect, useState } from 'react';
import { showError } from '../messages/notify.ts';

/**
 * What `read` resolves with: undefined until the first value is there; a former value stays until the next one replaces
 * it. A value or an error that arrives after the component is gone, or after `read` has changed, is ignored; other
 * errors are shown.
 * @param read made by `useCallback`: another function is called at once
 */
export function useRead<Value>(read: () => Promise<Value>): Value | undefined {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    let isCurrent = true;
    read().then(
      (result) => isCurrent && setValue(result),
      (error: unknown) => isCurrent && showError(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [read]);
  return value;
}
