import { expect, test } from 'vitest';
import { tabDetails } from './tab-details.ts';

test('tabs with equal titles are distinguished by the end of their folder', () => {
  const tabs = [
    { id: '1', title: 'get', folder: 'orders' },
    { id: '2', title: 'get', folder: 'users' },
    { id: '3', title: 'other', folder: 'orders' },
  ];
  expect([...tabDetails(tabs)]).toEqual([
    ['1', 'orders'],
    ['2', 'users'],
  ]);
});

test('as many folders are shown as needed', () => {
  const tabs = [
    { id: '1', title: 'get', folder: 'v1/orders' },
    { id: '2', title: 'get', folder: 'v2/orders' },
    { id: '3', title: 'get', folder: '' },
  ];
  expect([...tabDetails(tabs).values()]).toEqual(['v1/orders', 'v2/orders', '']);
});
