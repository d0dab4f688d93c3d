import { reportFormats } from '../../contract/runs/report-formats.ts';

/** What `--reporter` takes. */
export const reporterNames = ['cli', 'events', ...reportFormats] as const;
