import { expect, test } from 'vitest';
import type { Command } from '../context/commands/command.ts';
import { findInPalette } from './find-in-palette.ts';

const run = () => undefined;
const commands: Command[] = [
  { id: 'theme-dark', label: 'Theme: dark', keywords: 'colours night', run },
  { id: 'new-request', label: 'New request…', run },
];
const known = [
  { id: 'request a', label: 'Create order' },
  { id: 'request b', label: 'Request a refund' },
];
const find = (query: string, fromHost: { id: string; label: string }[] = []) => {
  const { names, actions, actionsFirst } = findInPalette(query, { known, fromHost, commands, recent: ['request b'] });
  return { names: names.map(({ entry }) => entry.id), actions: actions.map(({ entry }) => entry.id), actionsFirst };
};

test('without a query, recent items come first, then every action', () => {
  expect(find('')).toEqual({ names: ['request b'], actions: ['theme-dark', 'new-request'], actionsFirst: false });
});

test('without a query, actions that are not available come last', () => {
  const step: Command = { id: 'step', label: 'Step over', unavailable: () => 'No script is stopped.', run };
  const { actions } = findInPalette('>', { known, fromHost: [], commands: [step, ...commands], recent: [] });
  expect(actions.map(({ entry }) => entry.id)).toEqual(['theme-dark', 'new-request', 'step']);
});

test('actions that match nearly as well come before one that is not available; its whole name finds it first', () => {
  const exports: Command[] = [
    {
      id: 'notification',
      label: 'Export the notification as HAR',
      unavailable: () => 'No notification is chosen.',
      run,
    },
    { id: 'collection', label: 'Export the collection for Postman', run },
    { id: 'file', label: 'Export the request or folder as one file', run },
  ];
  const ids = (query: string) =>
    findInPalette(query, { known: [], fromHost: [], commands: exports, recent: [] }).actions.map(
      ({ entry }) => entry.id,
    );
  expect(ids('export')).toEqual(['collection', 'file', 'notification']);
  expect(ids('export the notification as HAR')[0]).toBe('notification');
});

test('names come first, then actions', () => {
  expect(find('request')).toEqual({ names: ['request b'], actions: ['new-request'], actionsFirst: false });
});

test('an action with a much better match comes first', () => {
  expect(find('theme: dark').actionsFirst).toBe(true);
});

test('an action is found by its other words too', () => {
  expect(find('night').actions).toEqual(['theme-dark']);
});

test('after ">" only actions are found', () => {
  expect(find('>request')).toEqual({ names: [], actions: ['new-request'], actionsFirst: true });
});

test('results of the host follow the names of the window', () => {
  expect(find('order', [{ id: 'send 7', label: 'POST /orders' }]).names).toEqual(['request a', 'send 7']);
});

test('a word does not choose what deletes before what does not', () => {
  const load: Command[] = [
    { id: 'delete-load-run', label: 'Delete the load run', removes: true, run },
    { id: 'start-load', label: 'Start a load run with the selected requests', run },
    { id: 'reload', label: 'Read the files again', keywords: 'reload', run },
  ];
  const first = (query: string) =>
    findInPalette(query, { known: [], fromHost: [], commands: load, recent: [] }).actions[0]?.entry.id;
  for (const word of ['load', 'run', 'the', 'load run']) expect(first(word), word).not.toBe('delete-load-run');
  for (const word of ['delete', 'del', 'delete load', 'load delete']) expect(first(word), word).toBe('delete-load-run');
});
