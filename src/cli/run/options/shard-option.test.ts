import { expect, test } from 'vitest';
import { parseShard } from './shard-option.ts';

test.each([
  ['Kubernetes counts from 0', 'auto/8', { JOB_COMPLETION_INDEX: '7' }, { index: 8, total: 8 }],
  [
    'Slurm counts from what the array was given, in steps',
    'auto',
    {
      SLURM_ARRAY_TASK_ID: '14',
      SLURM_ARRAY_TASK_MIN: '10',
      SLURM_ARRAY_TASK_COUNT: '4',
      SLURM_ARRAY_TASK_STEP: '2',
    },
    { index: 3, total: 4 },
  ],
  [
    'AWS Batch counts from 0',
    'auto',
    { AWS_BATCH_JOB_ARRAY_INDEX: '0', AWS_BATCH_JOB_ARRAY_SIZE: '3' },
    { index: 1, total: 3 },
  ],
  ['Cloud Run counts from 0', 'auto', { CLOUD_RUN_TASK_INDEX: '1', CLOUD_RUN_TASK_COUNT: '3' }, { index: 2, total: 3 }],
  ['GitLab counts from 1', 'auto', { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '3' }, { index: 3, total: 3 }],
  ['CircleCI counts from 0', 'auto', { CIRCLE_NODE_INDEX: '2', CIRCLE_NODE_TOTAL: '3' }, { index: 3, total: 3 }],
  [
    'Buildkite counts from 0',
    'auto',
    { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '2' },
    { index: 1, total: 2 },
  ],
  [
    'Azure counts from 1',
    'auto',
    { SYSTEM_JOBPOSITIONINPHASE: '1', SYSTEM_TOTALJOBSINPHASE: '2' },
    { index: 1, total: 2 },
  ],
  [
    'a job array that a CI job has started is meant, not the CI job',
    'auto',
    { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2', AWS_BATCH_JOB_ARRAY_INDEX: '4', AWS_BATCH_JOB_ARRAY_SIZE: '5' },
    { index: 5, total: 5 },
  ],
  ['what is given needs no system', '2/3', {}, { index: 2, total: 3 }],
])('%s', (_, value, environment, shard) => {
  expect(parseShard(value, environment)).toEqual(shard);
});

test.each([
  ['nothing set', 'auto', {}, 'Nothing here says which part this is'],
  [
    'a system without the count',
    'auto',
    { CIRCLE_NODE_INDEX: '0' },
    'but not CIRCLE_NODE_TOTAL: write the part yourself',
  ],
  ['an array of Slurm without its first', 'auto/3', { SLURM_ARRAY_TASK_ID: '1' }, 'but not SLURM_ARRAY_TASK_MIN'],
  ['no count', 'auto', { JOB_COMPLETION_INDEX: '0' }, 'Kubernetes does not say how many jobs there are: write auto/n'],
  ['a number beyond the count', 'auto/2', { JOB_COMPLETION_INDEX: '2' }, 'JOB_COMPLETION_INDEX=2, and the count is 2'],
  [
    'an index from 0 where it begins with 1',
    'auto',
    { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '2' },
    'numbered from 1 without a gap',
  ],
  [
    'a list with gaps',
    'auto',
    { SLURM_ARRAY_TASK_ID: '7', SLURM_ARRAY_TASK_MIN: '1', SLURM_ARRAY_TASK_COUNT: '3', SLURM_ARRAY_TASK_STEP: '1' },
    'Slurm says SLURM_ARRAY_TASK_ID=7',
  ],
  ['no number', 'auto', { CI_NODE_INDEX: 'x', CI_NODE_TOTAL: '2' }, 'CI_NODE_INDEX=x'],
  ['a part of none', '0/3', {}, 'i from 1 to n'],
  ['a part beyond the last', '4/3', {}, 'i from 1 to n'],
  ['no word for it', 'automatic', {}, 'It must be i/n'],
])('%s is refused with an explanation', (_, value, environment, words) => {
  expect(() => parseShard(value, environment)).toThrow(words);
});
