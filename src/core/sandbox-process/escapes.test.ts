/** The attacks, from ordinary processes and from those that are debugged: an inspector must not make a script stronger. */
import { describe } from 'vitest';
import { createRunner } from '../testing/run.ts';
import { escapeTests } from './testing/escape-tests.ts';

describe('in an ordinary process', () => escapeTests(() => createRunner()));
describe('in a process that is debugged', () => escapeTests(() => createRunner({ debugged: true })));
