/** The values that an element of paramTypes may have (external-programs, "Allowed values of paramTypes elements"). */
import { codedError } from '../../../contract/errors.ts';
import { nearestName } from '../../platform/nearest-name.ts';

const scalars = ['Number', 'int', 'Integer', 'long', 'Long', 'short', 'Short', 'float', 'Float', 'double', 'Double'];
export const paramTypeNames = [...scalars, 'boolean', 'Boolean', 'String'].flatMap((name) => [name, `${name}[]`]);

/** @throws InvalidCall naming the wrong type, the nearest one and all of them */
export function checkParamTypes(types: readonly string[], via: string): void {
  const unknown = types.find((type) => !paramTypeNames.includes(type));
  if (unknown === undefined) return;
  const meant = nearestName(unknown, paramTypeNames);
  const advice = `${meant ? `Did you mean "${meant}"? ` : ''}Allowed: ${paramTypeNames.join(', ')}.`;
  throw codedError('InvalidCall', `pm.${via}: there is no parameter type "${unknown}".`, advice);
}

/** The contract's table "Automatic type inference"; `json` tells 1 from 1.0, which JavaScript cannot. */
export function inferType(json: string, value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'String[]';
    return `${inferType(JSON.stringify(value[0]), value[0])}[]`;
  }
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return /^-?\d+$/.test(json) ? 'int' : 'double';
    default:
      return 'String';
  }
}
