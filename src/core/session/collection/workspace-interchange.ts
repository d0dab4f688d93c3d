/** Imports and exports of a workspace's collection in other formats: files, cURL commands, code. */
import { stringify } from 'yaml';
import { codedError } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import { partOf } from '../../collection/files/collection-part.ts';
import { toEdited } from '../../collection/edit/to-edited.ts';
import { environmentNamed } from '../../collection/variables/extended-environments.ts';
import { authOf, settingsOf, variablesOf, withDefaults } from '../../collection/variables/inherit.ts';
import { fillIn } from '../../collection/variables/resolve.ts';
import { withAuth } from '../../http/auth/add-auth.ts';
import { fillPathParams } from '../../http/path-params.ts';
import { bundle } from '../../interchange/export/bundle.ts';
import { codeTargets, toCode } from '../../interchange/export/code.ts';
import { fromCurl } from '../../interchange/curl/curl.ts';
import { toPostmanCollection } from '../../interchange/export/to-postman.ts';
import { importText, readImport } from '../../interchange/import.ts';
import { writeImported } from '../../interchange/imported/write-imported.ts';
import { storeImportedGlobals } from '../variables/imported-globals.ts';
import { storeImportedSecrets } from '../variables/imported-secrets.ts';
import type { Session } from '../session.ts';

type Name = 'import' | 'parseCurl' | 'export' | 'codeTargets' | 'code';
type InterchangeApi = Pick<HostApi, `collection.${Name}`>;

/** Limit of warnings and names in one answer. */
const MAX_LISTED = 1000;

export function createInterchangeApi(session: Session): InterchangeApi {
  const { root, collection, services } = session;
  return {
    async 'collection.import'({ text, name, folder, parent }, signal) {
      const source = folder === null ? { text, name } : await readImport(folder);
      const imported = await importText(source.text, source.name, 'folder' in source ? { folder: source.folder } : {});
      const { requests, environments, first, renamed, secrets } = await writeImported(root, imported, {
        parent,
        signal,
      });
      await storeImportedSecrets(services.secrets, root, secrets);
      const { globals = {} } = imported;
      const replaced = await storeImportedGlobals(collection.values, root, globals);
      const { kind, warnings } = imported;
      return {
        kind,
        name: imported.name,
        requests,
        environments: environments.length,
        environmentNames: environments.slice(0, MAX_LISTED),
        globals: Object.keys(globals).length,
        replaced: replaced.slice(0, MAX_LISTED),
        first: first ?? null,
        warnings: warnings.slice(0, MAX_LISTED),
        renamed: renamed.slice(0, MAX_LISTED),
        secrets: secrets.map(({ name }) => name).slice(0, MAX_LISTED),
      };
    },
    'collection.parseCurl'({ text }) {
      const [item] = fromCurl(text).items;
      if (!item || !('request' in item))
        throw codedError('InvalidData', 'This is not a cURL command.', 'Paste a command that begins with curl.');
      return { request: toEdited(item.request) };
    },
    async 'collection.export'({ id, format }) {
      const exported = partOf(await collection.require(), id);
      if (format === 'opencollection') return { text: stringify(bundle(exported), { lineWidth: 0 }), warnings: [] };
      const { collection: written, warnings } = toPostmanCollection(exported);
      return { text: JSON.stringify(written, null, 2), warnings: warnings.slice(0, MAX_LISTED) };
    },
    'collection.codeTargets': async () => ({ targets: await codeTargets() }),
    'collection.code': async (params) => ({ text: await writeCode(session, params) }),
  };
}

/** @throws FileNotFound when the request is gone */
async function writeCode(
  { collection, connection }: Session,
  { id, parent, request, environment, target, unsaved }: Parameters<InterchangeApi['collection.code']>[0],
): Promise<string> {
  const { loaded, item } = await collection.edited({ id, parent, request, unsaved });
  const scopes = await collection.scopesOf(loaded, environment);
  const chosenEnvironment = environmentNamed(environment, loaded.environments);
  // Generated code is pasted into chats and tickets, so secret variables keep their names in it.
  for (const variable of chosenEnvironment?.variables ?? []) {
    if ('secret' in variable) Reflect.deleteProperty(scopes.environment.values, variable.name ?? '');
  }
  scopes.collection.values = { ...variablesOf(item), ...scopes.collection.values };
  const { filled } = await fillIn({ request: withDefaults(item), auth: authOf(item) }, scopes, {
    likeBruno: item.bruno !== undefined,
  });
  const signedRequest = await withAuth(fillPathParams(filled.request), filled.auth);
  const checksCertificate = settingsOf(item).checkCertificate ?? (await connection()).checkCertificates;
  return toCode(signedRequest, target, checksCertificate);
}
