import { expect, test } from 'vitest';
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

test('a page of many comments without an end takes no noticeable time', () => {
  const started = performance.now();
  withoutNavigation('<!---->'.repeat(200_000) + '<!--'.repeat(200_000));
  expect(performance.now() - started).toBeLessThan(2000);
});
