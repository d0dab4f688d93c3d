import { useEffect, useState } from 'react';
import type { ConnectionSettings } from '../../../contract/collection/connection.ts';
import { useApp } from '../../context/app-context.ts';

/** Files are read for each check: not for every letter of a path. */
const PAUSE_MS = 300;

/** What is wrong with each field, by its name such as `ca.0`; checked once the person pauses. */
export function useConnectionProblems(connection: ConnectionSettings | undefined): Readonly<Record<string, string>> {
  const { settings } = useApp();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (!connection) return;
    const stopping = new AbortController();
    const show = (found: Readonly<Record<string, string>>) => {
      if (!stopping.signal.aborted) setProblems(found);
    };
    const timer = setTimeout(() => {
      // Whoever stores settings that the host refuses is told why by the host.
      settings
        .getState()
        .checkConnection(connection, stopping.signal)
        .then(show, () => show({}));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [connection, settings]);
  return problems;
}
