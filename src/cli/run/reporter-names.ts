import { reportFormats } from '../../contract/report-formats.ts';

/** What `--reporter` takes. */
export const reporterNames = ['cli', 'events', ...reportFormats] as const;
