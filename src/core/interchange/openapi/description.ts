/**
 * Imports API descriptions: OpenAPI 3.0, 3.1 and Swagger 2. Each tag becomes a folder, and each operation a request.
 */
import { codedError, toFailure } from '../../../contract/errors.ts';
import { collectionLimits } from '../../collection/files/limits.ts';
import {
  optional,
  isObject,
  list,
  prose,
  scalarText,
  type ImportedCollection,
  type ImportedItem,
  type Json,
  type ImportWarning,
} from '../imported/imported.ts';
import { schemeVariables, securityOf } from './auth.ts';
import { boundReferences } from './references.ts';
import { requestOf, tagsOf } from './request.ts';
import { serverVariables } from './server.ts';
import { createSampler } from './sample.ts';
import { inlineBodyParameters, restoreFormValues } from './swagger-parameters.ts';
import { ignoreFields, trackReads, unreadFields, untrackAll } from '../imported/unread-fields.ts';

export const isOpenApi = (json: unknown): json is Json =>
  isObject(json) && (typeof json['openapi'] === 'string' || typeof json['swagger'] === 'string');

/** A field of the description's author or of a tool, which says nothing about what is sent. */
const isVendorField = (name: string): boolean => name.startsWith('x-');

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * @param json is changed
 * @throws InvalidData when the description cannot be read, or would become a collection that is too large
 */
export async function fromOpenApi(json: Json): Promise<ImportedCollection> {
  const version = versionOf(json);
  requireFewOperations(json);
  const isSwagger = version.startsWith('2');
  const { api, errors } = await resolve(json, isSwagger);
  ignoreFields(api, 'openapi', 'swagger', 'jsonSchemaDialect', 'externalDocs');
  // References in operations are already resolved; security schemes are reported where they are used.
  ignoreFields(api['components'], ...Object.keys(isObject(api['components']) ? api['components'] : {}));
  const warnings: ImportWarning[] = (errors ?? [])
    .slice(0, 50)
    .map(({ message }: { message: string }) => ({ where: 'the description', what: message }));
  const info = isObject(api['info']) ? api['info'] : {};
  ignoreFields(info, 'version', 'contact', 'license', 'termsOfService', 'summary');
  const name = scalarText(info['title']) || 'API';
  const schemes = securitySchemesOf(api);
  const { auth, cookies } = securityOf(list(api['security']), schemes, name, warnings);
  const sampler = createSampler();
  const folders = new Map<string, ImportedItem[]>();
  const top: ImportedItem[] = [];
  const tags = new Map(list(api['tags']).map((tag) => [scalarText(tag['name']), prose(tag['description'])]));
  for (const [path, entry] of Object.entries(isObject(api['paths']) ? api['paths'] : {})) {
    if (!isObject(entry)) continue;
    for (const method of Object.keys(entry).filter((key) => methods.includes(key))) {
      const operation = entry[method];
      if (!isObject(operation)) continue;
      const item = requestOf({ path, method, entry, operation, schemes, cookies }, sampler, warnings);
      const [tag = ''] = tagsOf(operation);
      const target = tag === '' ? top : (folders.get(tag) ?? []);
      target.push(item);
      if (tag !== '') folders.set(tag, target);
    }
  }
  if (sampler.isIncomplete()) warnings.push({ where: name, what: 'parts of examples and bodies: they are too large' });
  const servers = list(api['servers']);
  const credentials = Object.entries(schemeVariables(schemes)).map(([key, value]) => ({ name: key, value }));
  const taken = credentials.map((variable) => variable.name);
  const imported: ImportedCollection = {
    kind: isSwagger ? 'Swagger description' : 'OpenAPI description',
    name,
    ...optional('docs', prose(info['description'])),
    ...(auth ? { defaults: { auth } } : {}),
    items: [
      ...[...folders].map(([tag, items]) => ({ name: tag, items, ...optional('docs', tags.get(tag) ?? '') })),
      ...top,
    ],
    environments: (servers.length > 0 ? servers : [undefined]).map((server, index) => ({
      name: scalarText(server?.['description']) || (servers.length > 1 ? `${name} ${index + 1}` : name),
      variables: [...serverVariables(server, taken), ...credentials],
    })),
    secrets: [],
    warnings,
  };
  warnings.push(...unreadFields(api, name, isVendorField));
  return untrackAll(imported);
}

/**
 * The description as OpenAPI 3, with references resolved; and what was wrong in it.
 * @throws InvalidData where the library meets a part of another form than it expects, and for too many references
 */
async function resolve(json: Json, isSwagger: boolean) {
  const { dereference, upgrade } = await import('@scalar/openapi-parser');
  boundReferences(json);
  if (isSwagger) inlineBodyParameters(json);
  try {
    // The conversion changes what it gets, and the values of forms are read from the description afterwards.
    const upgraded = upgrade(isSwagger ? structuredClone(json) : json).specification as unknown;
    if (isSwagger && isObject(upgraded)) restoreFormValues(json, upgraded);
    const { schema, errors } = dereference(upgraded as never);
    return { api: trackReads((schema ?? upgraded) as Json), errors };
  } catch (error) {
    throw codedError(
      'InvalidData',
      `The description has a part of another form than its version allows: ${toFailure(error).message}`,
      'Check it with a validator of OpenAPI descriptions.',
    );
  }
}

/** Resolving the references of a description takes much longer than counting: too many are refused before. */
function requireFewOperations({ paths }: Json): void {
  let count = 0;
  for (const entry of Object.values(isObject(paths) ? paths : {})) {
    if (isObject(entry)) for (const method of methods) if (isObject(entry[method])) count += 1;
  }
  if (count <= collectionLimits.files / 2) return;
  throw codedError('InvalidData', `The description has ${count} operations.`, 'Divide it into several files.');
}

/** @throws InvalidData for an unknown version */
function versionOf(json: Json): string {
  const version = scalarText(json['openapi'] ?? json['swagger']);
  if (/^(2\.|3\.[012])/.test(version)) return version;
  throw codedError('InvalidData', `OpenAPI ${version} is not supported; 3.0, 3.1 and Swagger 2 are.`);
}

function securitySchemesOf({ components }: Json): Json {
  return isObject(components) && isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
}
