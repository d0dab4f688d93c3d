/**
 * The thread that formats or filters one body. A body and a JSONPath come from strangers and can take any time or
 * memory, so both are processed here, where the host can end the thread.
 */
import { parentPort, workerData } from 'node:worker_threads';
import beautify from 'js-beautify';
import { JSONPathEnvironment } from 'json-p3';
import type { BodyTask, BodyTaskResult, QueryResult } from './body-thread.ts';
import { parseExact, stringifyExact } from './exact-json.ts';

/** The library is recursive; for deeper JSON it returns an error instead of overflowing the stack. */
const MAX_DEPTH = 500;
const MAX_RESULT = 2 * 1024 * 1024;

const options = { indent_size: 2, wrap_line_length: 0, preserve_newlines: false, end_with_newline: false };

function perform(task: BodyTask): BodyTaskResult {
  if (task.kind === 'query') return query(task.text, task.path);
  // XML is formatted like HTML, but without elements that are inline or preserve white space.
  const xml = { inline: [], void_elements: [], content_unformatted: [], unformatted: [] };
  return { text: beautify.html(task.text, task.kind === 'xml' ? { ...options, ...xml } : options) };
}

function query(text: string, path: string): QueryResult {
  try {
    const matches = new JSONPathEnvironment({ maxRecursionDepth: MAX_DEPTH })
      .query(path, parseExact(text) as never)
      .values();
    let size = 0;
    const texts: string[] = [];
    for (const match of matches) {
      const matchText = (stringifyExact(match, 2) ?? '').replaceAll('\n', '\n  ');
      size += matchText.length;
      if (size > MAX_RESULT) break;
      texts.push(matchText);
    }
    const result = texts.length === 0 ? '[]' : `[\n  ${texts.join(',\n  ')}\n]`;
    return { text: result, count: matches.length, shown: texts.length };
  } catch (error) {
    const { message, token } = error as Error & { token?: { index: number } };
    // The library repeats path and position at the end of its message.
    return { problem: token ? message.replace(/ \('.*$/s, '') : message, position: token?.index ?? null };
  }
}

parentPort?.postMessage(perform(workerData as BodyTask));
