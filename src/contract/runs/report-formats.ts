/** The formats of a report. */
export const reportFormats = ['json', 'ndjson', 'junit', 'html'] as const;
export type ReportFormat = (typeof reportFormats)[number];
