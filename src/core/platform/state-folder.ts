/** The workspace's own folder for what is not for version control. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function makeStateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const ignore = path.join(folder, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
}
