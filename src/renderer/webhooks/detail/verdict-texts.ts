/** The verdict on a notification, as a sentence without its full stop. */
export const verdictTexts = {
  documented: 'As documented',
  differs: 'Differs from the documented shape',
  unknown: 'Of no documented kind',
};
