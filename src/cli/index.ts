/** The entry of the command line: starts what takes longest, then loads the commands. */
import './first-process.ts';

void import('./program.ts');
