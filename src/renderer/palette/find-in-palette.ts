/** The palette's entries for a query: names first, then actions; after a `>` only actions. */
import type { Command } from '../context/commands/command.ts';
import { rankNames, type NamedEntry, type RankedEntry } from './rank-names.ts';

const MAX_NAMES = 40;
/** Without a query, the list begins with recently used names, directly followed by the actions. */
const MAX_RECENT = 8;
/** An action is listed before names only if it matches better by this much. */
const CLEARLY_BETTER = 0.25;
/** Actions that match worse by no more than this come before one that is not available. */
const UNAVAILABLE = 0.1;

export function findInPalette<N extends NamedEntry>(
  query: string,
  source: {
    /** Names that are filtered by the query. */
    known: readonly N[];
    /** Names that the host has found for the query. */
    fromHost: readonly N[];
    commands: readonly Command[];
    /** Ids of recently used names, the latest first. */
    recent: readonly string[];
  },
): { names: RankedEntry<N>[]; actions: RankedEntry<Command>[]; actionsFirst: boolean } {
  const { known, fromHost, commands, recent } = source;
  const onlyActions = query.startsWith('>');
  const text = (onlyActions ? query.slice(1) : query).trim();
  const actions = findActions(text, commands);
  if (onlyActions) return { names: [], actions, actionsFirst: true };
  const limit = text === '' ? MAX_RECENT : MAX_NAMES;
  const rankedNames = rankNames(text, { entries: known, recent, limit });
  const others = text === '' ? [] : fromHost.slice(0, MAX_NAMES - rankedNames.length);
  const names = [...rankedNames, ...others.map((entry) => ({ entry, score: 0, letters: [] }))];
  const lead = (actions[0]?.score ?? 0) - (rankedNames[0]?.score ?? 0);
  return { names, actions, actionsFirst: text !== '' && lead > CLEARLY_BETTER };
}

/**
 * Without a text, the actions that are available now come first. Those that delete come last unless the text has their
 * verb: Enter would delete at once for a person who typed the name of a thing to open it.
 */
function findActions(text: string, commands: readonly Command[]): RankedEntry<Command>[] {
  if (text === '') {
    const groups = Map.groupBy(commands, (command) => command.unavailable?.() === undefined);
    const available = groups.get(true) ?? [];
    return [...available, ...(groups.get(false) ?? [])].map((entry) => ({ entry, score: 0, letters: [] }));
  }
  const entries = commands.map((command) => ({ ...command, detail: command.keywords ?? '', command }));
  const ranked = rankNames(text, { entries, recent: [], limit: commands.length })
    .map(({ entry: { command }, score, letters }) => ({
      entry: command,
      score: command.unavailable?.() === undefined ? score : score - UNAVAILABLE,
      letters,
    }))
    .sort((a, b) => b.score - a.score);
  const groups = Map.groupBy(ranked, ({ entry }) => entry.removes === true && !hasVerbOf(entry, text));
  return [...(groups.get(false) ?? []), ...(groups.get(true) ?? [])];
}

/** Shorter beginnings of a verb are also those of many other words. */
const MIN_VERB_LETTERS = 3;

/** Whether a word of the text is the verb of the command, such as "delete", or its beginning. */
function hasVerbOf({ label }: Command, text: string): boolean {
  const verb = label.toLowerCase().split(' ')[0] ?? '';
  const words = text.toLowerCase().split(/\s+/);
  return words.some((word) => word.length >= MIN_VERB_LETTERS && verb.startsWith(word));
}
