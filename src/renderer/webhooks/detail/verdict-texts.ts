/** Whether a notification has the shape that its service documents, as a sentence without its full stop. */
export const verdictTexts = {
  documented: 'As documented',
  differs: 'Differs from the documented shape',
  unknown: 'Of no documented kind',
};
