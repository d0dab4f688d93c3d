/** Environments that extend others, by the member `extends` of their files: what they inherit, and from which. */
import type { Environment } from '@opencollection/types/config/environments';

type EnvironmentVariable = NonNullable<Environment['variables']>[number];
export interface InheritedVariable {
  variable: EnvironmentVariable;
  /** The name of the environment that declares it. */
  from: string;
}

const MAX_ANCESTORS = 20;

/**
 * The environments that an environment extends, from the nearest outwards. They end before a name that does not exist and
 * before one that is among them already.
 * @returns also a sentence where they end too early
 */
function ancestorsOf(
  environment: Environment,
  environments: readonly Environment[],
): { ancestors: Environment[]; problem?: string } {
  const ancestors: Environment[] = [];
  const names = [environment.name];
  for (let child = environment; child.extends;) {
    const { extends: name } = child;
    const parent = environments.find((other) => other.name === name);
    if (!parent)
      return {
        ancestors,
        problem: `${child === environment ? 'it' : `"${child.name}"`} extends "${name}", which does not exist`,
      };
    if (names.includes(name)) {
      const circle = [...names.slice(names.indexOf(name)), name].join(' → ');
      return { ancestors, problem: `the environments extend each other in a circle: ${circle}` };
    }
    if (ancestors.length === MAX_ANCESTORS)
      return { ancestors, problem: `it extends more than ${MAX_ANCESTORS} environments: "${name}" is left out` };
    ancestors.push(parent);
    names.push(name);
    child = parent;
  }
  return { ancestors };
}

/** A sentence for each environment that does not inherit everything that its file says. */
export const problemsOfExtends = (environments: readonly Environment[]): string[] =>
  environments.flatMap((environment) => {
    const { problem } = ancestorsOf(environment, environments);
    return problem === undefined ? [] : [`Environment "${environment.name}": ${problem}.`];
  });

/**
 * The variables that an environment has from those that it extends. Of several of one name, the nearest is used; its own
 * hide them, unless they are disabled.
 */
export function inheritedVariables(
  environment: Environment,
  environments: readonly Environment[],
): InheritedVariable[] {
  const isOn = ({ name, disabled }: EnvironmentVariable) => name && !disabled;
  const hidden = new Set((environment.variables ?? []).filter(isOn).map(({ name }) => name));
  const inherited: InheritedVariable[] = [];
  for (const { name: from, variables = [] } of ancestorsOf(environment, environments).ancestors) {
    const declared = variables.filter((variable) => isOn(variable) && !hidden.has(variable.name));
    for (const { name } of declared) hidden.add(name);
    inherited.push(...declared.map((variable) => ({ variable, from })));
  }
  return inherited;
}

/** The environment of this name, with its inherited variables before its own. */
export function environmentNamed(
  name: string | null | undefined,
  environments: readonly Environment[],
): (Environment & { inherited: InheritedVariable[] }) | undefined {
  const environment = environments.find((other) => other.name === name);
  if (!environment) return undefined;
  const inherited = environment.extends ? inheritedVariables(environment, environments) : [];
  const variables = [...inherited.map(({ variable }) => variable), ...(environment.variables ?? [])];
  return { ...environment, variables, inherited };
}
