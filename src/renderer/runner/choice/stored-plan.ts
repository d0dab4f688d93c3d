/** The settings and the data file of the runner, stored for the workspace so that they outlive the window. */
import type { Drafts } from '../../host/drafts.ts';
import { withStoredFields } from '../../host/stored-fields.ts';
import type { RunPlan } from '../runner-state.ts';

/** A larger data file is not stored: all drafts of a workspace share 24 MiB. */
const MAX_DATA_LENGTH = 4 * 1024 * 1024;
const NO_TAGS: string[] = [];
const NO_PLAN = {
  iterations: 0,
  delayMs: 0,
  bail: false,
  savedFiles: false,
  tags: NO_TAGS,
  excludeTags: NO_TAGS,
};

export const isStored = (data: NonNullable<RunPlan['data']>): boolean => data.text.length <= MAX_DATA_LENGTH;

interface StoredPlan {
  read(): RunPlan;
  write(plan: RunPlan): void;
}

/** @param root the folder of the workspace that is open now */
export function createStoredPlan(drafts: Drafts, root: () => string): StoredPlan {
  const fieldsName = () => `runner-plan ${root()}`;
  const dataName = () => `runner-data ${root()}`;
  return {
    read() {
      const { iterations, ...fields } = withStoredFields(NO_PLAN, drafts.getItem(fieldsName()));
      return { ...fields, iterations: iterations || null, data: parseData(drafts.getItem(dataName())) };
    },
    write({ data, iterations, ...fields }) {
      drafts.setItem(fieldsName(), JSON.stringify({ ...fields, iterations: iterations ?? 0 }));
      if (data && isStored(data)) drafts.setItem(dataName(), JSON.stringify(data));
      else drafts.removeItem(dataName());
    },
  };
}

/** Null where another version of Outrigger has written something else. */
function parseData(text: string | null): RunPlan['data'] {
  try {
    const data = JSON.parse(text ?? 'null') as Partial<NonNullable<RunPlan['data']>> | null;
    const isComplete =
      typeof data?.name === 'string' &&
      typeof data.text === 'string' &&
      typeof data.preview?.total === 'number' &&
      Array.isArray(data.preview.columns) &&
      Array.isArray(data.preview.rows);
    return isComplete ? (data as NonNullable<RunPlan['data']>) : null;
  } catch {
    return null;
  }
}
