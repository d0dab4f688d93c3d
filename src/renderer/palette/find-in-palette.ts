/** The palette's entries for a query: names first, then actions; after a `>` only actions. */
import type { Command } from '../context/commands/command.ts';
import { rankNames, type NamedEntry, type RankedEntry } from './rank-names.ts';

const MAX_NAMES = 40;
/** Without a query, the list begins with recently used names, directly followed by the actions. */
const MAX_RECENT = 8;
/** An action is listed before names only if it matches better by this much. */
const CLEARLY_BETTER = 0.25;

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

/** Without a text, the actions that are available now come first. */
function findActions(text: string, commands: readonly Command[]): RankedEntry<Command>[] {
  if (text === '') {
    const groups = Map.groupBy(commands, (command) => command.unavailable?.() === undefined);
    const available = groups.get(true) ?? [];
    return [...available, ...(groups.get(false) ?? [])].map((entry) => ({ entry, score: 0, letters: [] }));
  }
  const entries = commands.map((command) => ({ ...command, detail: command.keywords ?? '', command }));
  return rankNames(text, { entries, recent: [], limit: commands.length }).map(({ entry, ...ranked }) => ({
    ...ranked,
    entry: entry.command,
  }));
}
