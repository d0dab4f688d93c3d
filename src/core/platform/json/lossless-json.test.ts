import { expect, test } from 'vitest';
import { parseLossless } from './lossless-json.ts';
import { createMask } from '../secrets/mask.ts';

test('numbers keep their original digits', () => {
  const text = '{"id":12345678901234567890,"amount":1.0,"large":1e400,"zero":-0,"list":[1,2.5,0.10]}';
  expect(JSON.stringify(parseLossless(text))).toBe(text);
  expect(parseLossless('{"plain":1,"text":"1.0"}')).toEqual({ plain: 1, text: '1.0' });
});

test('a number that is a secret is masked, and others stay', () => {
  const mask = createMask(['12345678901234567890']);
  const masked = mask(parseLossless('{"secret":12345678901234567890,"other":98765432109876543210}'));
  expect(JSON.stringify(masked)).toBe('{"secret":"(secret)","other":98765432109876543210}');
});
