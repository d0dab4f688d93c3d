import { describe } from 'vitest';
import { memoryPorts } from './memory-port.ts';
import { testPort } from './testing/port-tests.ts';

describe('over memory', () => {
  testPort(() => Promise.resolve(memoryPorts()));
});
