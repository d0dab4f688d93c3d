/** A word of a command, as a shell reads it. */
const word = (text: string): string => (/^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** The command that starts a worker on another machine. It needs the environment of the runs, or refuses their parts. */
export function workerCommand(parts: { folder: string; address: string; environment: string | null }): string {
  // A password that was typed into the address is not shown again.
  const address = parts.address.replace(/\/\/[^@/]*@/, '//');
  const environment = parts.environment === null ? '' : ` --env ${word(parts.environment)}`;
  return `outrigger worker ${word(parts.folder)} --engine ${word(address)}${environment}`;
}
