import { reportFormats } from '../contract/report.ts';

/** What `--reporter` takes. */
export const reporterNames = ['cli', 'events', ...reportFormats] as const;
