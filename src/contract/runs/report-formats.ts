/** What a report can be written as. */
export const reportFormats = ['json', 'ndjson', 'junit', 'html'] as const;
export type ReportFormat = (typeof reportFormats)[number];
