import { codedError } from '../../../contract/errors.ts';
import { isJsonNestedDeeper } from '../../platform/json/bounded-json.ts';
import { MAX_NESTING } from '../files/limits.ts';

/**
 * Parses the JSON of a stranger's file, whose size its reader has limited.
 * @param name of the file for error messages, which repeat a part of its text
 * @throws InvalidData
 */
export function parseJson(text: string, name: string): unknown {
  if (isJsonNestedDeeper(text, MAX_NESTING)) {
    throw codedError('InvalidData', `The values of ${name} are nested more than ${MAX_NESTING} levels deep.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw codedError('InvalidData', `${name} is not JSON: ${(error as Error).message}`);
  }
}
