import type { Channel } from './channel.ts';
import { inspect } from './inspect.ts';
import { callerStack, positionIn } from './script-position.ts';

const levels = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** The script's `console`: each call is one event of the run, with the line it came from. */
export function createConsole(channel: Channel): Record<string, (...values: unknown[]) => void> {
  const methods: Record<string, (...values: unknown[]) => void> = {};
  for (const level of levels) {
    methods[level] = (...values) => {
      const { line } = positionIn(callerStack());
      channel.post({ t: 'console', level, text: values.map(inspect).join(' '), ...(line ? { line } : {}) });
    };
  }
  return methods;
}
