/** Attacks in ordinary processes and in debugged ones: an inspector must not give a script more power. */
import { describe } from 'vitest';
import { createRunner } from '../testing/run.ts';
import { escapeTests } from './testing/escape-tests.ts';

describe('in an ordinary process', () => escapeTests(() => createRunner()));
describe('in a process that is debugged', () => escapeTests(() => createRunner({ debugged: true })));
