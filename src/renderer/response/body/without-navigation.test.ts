import { expect, test } from 'vitest';
import { timeGrowth } from '../../../core/testing/time-growth.ts';
import { withoutNavigation } from './without-navigation.ts';

const base = '<base target="_blank">';

test('links get new windows as their target, and the document type stays first', () => {
  expect(withoutNavigation('<h1>A</h1>')).toBe(`${base}<h1>A</h1>`);
  expect(withoutNavigation('<!DOCTYPE html><p>')).toBe(`<!DOCTYPE html>${base}<p>`);
  const before = '\ufeff<?xml version="1.0"?>\n<!-- a > b -->\n<!doctype html PUBLIC "x">';
  expect(withoutNavigation(`${before}<p>`)).toBe(`${before}${base}<p>`);
  expect(withoutNavigation('<!-- a -->text')).toBe(`${base}<!-- a -->text`);
  expect(withoutNavigation('')).toBe(base);
});

test('a page of many comments without an end takes time proportional to its length', async () => {
  const work = (count: number) => withoutNavigation('<!---->'.repeat(count) + '<!--'.repeat(count));
  expect(await timeGrowth(work, { small: 50_000, large: 200_000 })).toBeLessThan(10);
});
