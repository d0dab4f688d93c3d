import { expect, test } from 'vitest';
import { usesSugar } from './uses-sugar.ts';

test.each([
  "new Date().format('{yyyy}-{MM}')",
  "Date.create('next week')",
  'typeof Object.each',
  '(5).daysAgo()',
  "'abc'.first(2)",
  '[1, 2].average()',
  'json.items.last()',
  'json.list.unique().join()',
  "name.camelize() + 'x'",
  '(function () {}).once()',
])('%s calls SugarJS', (source) => {
  expect(usesSugar(source)).toBe(true);
  expect(usesSugar(source)).toBe(true);
});

test.each([
  "moment().format('YYYY-MM-DD'); moment().add(1, 'days').isAfter(moment()); moment().endOf('month')",
  "_.first([1]); _.sortBy(list, 'a'); _.chain([1]).compact().sum().value(); lodash.unique(x)",
  "$('li').first().text(); $('a').each(function () {})",
  "pm.expect([1]).to.include(1); pm.expect(json).to.have.all.keys('a'); pm.expect(n).to.be.at.least(1)",
  'pm.request.headers.each((header) => header); pm.cookies.map(String); pm.request.url.query.count()',
  "Object.keys({}).map(String).join(); 'a'.repeat(2).padStart(5); [1].includes(1); (1.5).toFixed(1); new Date(0).toISOString()",
  "responseBody.has('x')",
])('%s does without', (source) => {
  expect(usesSugar(source)).toBe(false);
});

test('a source of any form is searched in time that grows with its length', () => {
  for (const part of ['a.', ']', '(', 'new Date(', ' ( 1', '}).', 'a.b.c.d.first', "'."]) {
    expect(usesSugar(part.repeat(50_000))).toBe(false);
  }
});
