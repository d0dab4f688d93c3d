import { expect, test } from 'vitest';
import { KEEP_ALL } from '../../../../contract/webhooks/listener-settings.ts';
import { createPurging } from './store-on-demand.ts';

test.each([
  ['succeeds', { days: 2, megabytes: null }],
  ['is not needed any more', KEEP_ALL],
])('the notice of a failed purge ends when the next one %s', async (_what, next) => {
  const notices: (string | null)[] = [];
  let isFailing = true;
  const purging = createPurging(
    () => (isFailing ? Promise.reject(new Error('disk full')) : Promise.resolve()),
    (_kind, text) => notices.push(text),
  );
  await purging.setRetention({ days: 1, megabytes: null });
  isFailing = false;
  await purging.setRetention(next);
  purging.stop();
  expect(notices).toEqual(['Old notifications could not be deleted: disk full', null]);
});
