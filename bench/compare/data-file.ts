import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FlowCase } from './cases.ts';

/** Writes the iteration data of a flow to a file that both engines read. @returns the path of the file */
export function dataFile(folder: string, data: NonNullable<FlowCase['data']>): string {
  const file = path.join(folder, 'csv' in data ? 'data.csv' : 'data.json');
  writeFileSync(file, 'csv' in data ? data.csv : JSON.stringify(data.json));
  return file;
}
