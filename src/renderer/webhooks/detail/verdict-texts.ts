/** Whether a notification has the shape that the documentation of its service gives, as a sentence without its full stop. */
export const verdictTexts = {
  documented: 'As documented',
  differs: 'Differs from the documented shape',
  unknown: 'Of no documented kind',
};
