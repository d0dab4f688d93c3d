import { reportFormats } from '../../../contract/runs/report-formats.ts';

/** The values of `--reporter`. */
export const reporterNames = ['cli', 'events', ...reportFormats] as const;
