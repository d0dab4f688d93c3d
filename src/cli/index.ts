/** The entry of the command line: starts the slowest part, then loads the commands. */
import './first-process.ts';

void import('./program.ts');
