/**
 * `--shard`: the part of a run that this process executes, as given or as determined from the variables of a job
 * system.
 */
import { InvalidArgumentError } from 'commander';
import type { Shard } from '../../../core/runs/collection/run-part.ts';

/** The environment variables by which a system numbers the parallel jobs that it starts. */
interface JobArray {
  name: string;
  index: string;
  /** The number of the first job, or the variable that contains it. */
  first: number | string;
  /** The variable with the number of jobs; null: there is none, so the count has to be given. */
  total: string | null;
  /** The variable with the difference between the numbers of two jobs. */
  step?: string;
}

/** Systems that run inside of another come first: a job array may be started by a CI job. */
const jobArrays: readonly JobArray[] = [
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: 0, total: null },
  {
    name: 'Slurm',
    index: 'SLURM_ARRAY_TASK_ID',
    first: 'SLURM_ARRAY_TASK_MIN',
    total: 'SLURM_ARRAY_TASK_COUNT',
    step: 'SLURM_ARRAY_TASK_STEP',
  },
  { name: 'AWS Batch', index: 'AWS_BATCH_JOB_ARRAY_INDEX', first: 0, total: 'AWS_BATCH_JOB_ARRAY_SIZE' },
  { name: 'Cloud Run jobs', index: 'CLOUD_RUN_TASK_INDEX', first: 0, total: 'CLOUD_RUN_TASK_COUNT' },
  { name: 'GitLab', index: 'CI_NODE_INDEX', first: 1, total: 'CI_NODE_TOTAL' },
  { name: 'CircleCI', index: 'CIRCLE_NODE_INDEX', first: 0, total: 'CIRCLE_NODE_TOTAL' },
  { name: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', first: 0, total: 'BUILDKITE_PARALLEL_JOB_COUNT' },
  { name: 'Azure Pipelines', index: 'SYSTEM_JOBPOSITIONINPHASE', first: 1, total: 'SYSTEM_TOTALJOBSINPHASE' },
];

/**
 * @param value `i/n`, `auto`, or `auto/n` where the system does not provide the number of jobs
 * @throws InvalidArgumentError for any other value, or when the environment does not number the jobs
 */
export function parseShard(value: string, environment: NodeJS.ProcessEnv = process.env): Shard {
  const [, index = '', total = ''] = /^(\d+)\/(\d+)$/.exec(value) ?? [];
  if (index !== '') {
    const shard = { index: Number(index), total: Number(total) };
    if (isPart(shard)) return shard;
  }
  const [auto, count] = /^auto(?:\/(\d+))?$/.exec(value) ?? [];
  if (auto === undefined) {
    throw new InvalidArgumentError(
      'It must be i/n, such as 1/3, with i from 1 to n; or auto, or auto/n, for the part that the system assigns.',
    );
  }
  const system = jobArrays.find(({ index: name }) => environment[name] !== undefined);
  if (!system) {
    const variables = jobArrays.map(({ name, index: variable }) => `${variable} (${name})`).join(', ');
    throw new InvalidArgumentError(`Nothing here says which part this is: none of ${variables} is set.`);
  }
  return shardOf(system, count, environment);
}

const isPart = ({ index, total }: Shard) =>
  Number.isSafeInteger(index) && Number.isSafeInteger(total) && index >= 1 && index <= total;

function shardOf(
  { name, index, first, total, step }: JobArray,
  count: string | undefined,
  environment: NodeJS.ProcessEnv,
) {
  const variables = [index, typeof first === 'string' ? first : null, step ?? null, count === undefined ? total : null];
  const values = variables
    .filter((variable) => variable !== null)
    .map((variable) => `${variable}=${environment[variable] ?? ''}`);
  const numberOf = (variable: string) => Number(environment[variable] ?? Number.NaN);
  if (count === undefined && total === null) {
    throw new InvalidArgumentError(`${name} does not say how many jobs there are: write auto/n, such as auto/8.`);
  }
  const missing = variables.filter((variable) => variable !== null && environment[variable] === undefined);
  if (missing.length > 0) {
    throw new InvalidArgumentError(
      `${name} sets ${index}, but not ${missing.join(' and ')}: write the part yourself, such as 2/8.`,
    );
  }
  const start = typeof first === 'string' ? numberOf(first) : first;
  const shard = {
    index: (numberOf(index) - start) / (step === undefined ? 1 : numberOf(step)) + 1,
    total: count === undefined ? numberOf(total ?? '') : Number(count),
  };
  if (isPart(shard)) return shard;
  throw new InvalidArgumentError(
    `${name} says ${values.join(', ')}${count === undefined ? '' : `, and the count is ${count}`}, which is not a part of a run. Jobs are numbered from ${start} without a gap.`,
  );
}
