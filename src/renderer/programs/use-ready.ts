import { useEffect, useState } from 'react';

/** So long, a question that has just appeared takes no answer: a key or click may have been meant for something else. */
const WAIT_MS = 500;

/** @param question the id of the one that is shown; each has its own time */
export function useReady(question: string | undefined): boolean {
  const [ready, setReady] = useState<string>();
  useEffect(() => {
    if (question === undefined) return;
    const timer = setTimeout(() => setReady(question), WAIT_MS);
    return () => clearTimeout(timer);
  }, [question]);
  return question !== undefined && ready === question;
}
