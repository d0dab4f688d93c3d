import { useEffect, useState } from 'react';

/**
 * Milliseconds for which a new question accepts no answer, because a key press or click may have been meant for
 * something else.
 */
const WAIT_MS = 500;

/** @param question the id of the shown question; each has its own delay */
export function useReady(question: string | undefined): boolean {
  const [ready, setReady] = useState<string>();
  useEffect(() => {
    if (question === undefined) return;
    const timer = setTimeout(() => setReady(question), WAIT_MS);
    return () => clearTimeout(timer);
  }, [question]);
  return question !== undefined && ready === question;
}
