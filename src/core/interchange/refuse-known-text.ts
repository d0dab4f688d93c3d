/** Says what a file is that looks like something known which cannot be imported, and what to do instead. */
import { codedError } from '../../contract/errors.ts';

export const KNOWN_FORMATS =
  'Import one of these: Postman (collection 1, 2.0, 2.1, environment, globals), OpenAPI 3, Swagger 2, Insomnia 4 and 5, HAR, cURL, OpenCollection, or a folder of Bruno.';

const NAMESPACES_OF_WSDL = /http:\/\/schemas\.xmlsoap\.org\/wsdl\/?["']|http:\/\/www\.w3\.org\/ns\/wsdl["']/;
/** Characters at the beginning of a file in which its namespaces are declared. */
const HEAD_LENGTH = 20_000;

/** @throws InvalidData for a file in XML; none of the known formats is */
function refuseXml(content: string, name: string): void {
  if (!/^\s*<[?!a-z]/i.test(content)) return;
  if (!NAMESPACES_OF_WSDL.test(content.slice(0, HEAD_LENGTH)))
    throw codedError('InvalidData', `${name} is XML, which cannot be imported.`, KNOWN_FORMATS);
  throw codedError(
    'InvalidData',
    `${name} is a WSDL description of a SOAP service, which cannot be imported.`,
    'Import it with Postman and import the collection that it makes here, or send each operation as a POST request with its envelope as an XML body and the headers Content-Type (text/xml) and SOAPAction.',
  );
}

/** The first block of each file of Bruno: of a request or folder, a collection, an environment. */
const FIRST_BLOCK_OF_BRUNO = /^\s*(?:meta|headers|auth(?::\w+)?|vars(?::[\w-]+)?) *\{ *\r?\n/;
/** A line of an export of notifications. Requests in JSON do not begin so. */
const FIRST_NOTIFICATION = /^\s*\{"receivedAt":/;

/** @throws InvalidData for an empty text, XML, a single file of Bruno, and notifications */
export function refuseKnownText(content: string, name: string): void {
  if (content.trim() === '') throw codedError('InvalidData', `${name} is empty.`, 'Export it again.');
  refuseXml(content, name);
  const head = content.slice(0, HEAD_LENGTH);
  if (FIRST_BLOCK_OF_BRUNO.test(head)) {
    const message = `${name} is one file of a Bruno collection, which is imported as a whole.`;
    throw codedError('InvalidData', message, 'Import the folder that contains bruno.json.');
  }
  if (FIRST_NOTIFICATION.test(head)) {
    const remedy = 'Choose "Import NDJSON…" in the menu of the webhooks.';
    throw codedError('InvalidData', `${name} holds notifications, and no requests.`, remedy);
  }
}
