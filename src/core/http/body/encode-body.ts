/** Encodes the body of a request, and says with which Content-Type it is sent. */
import path from 'node:path';
import { Readable } from 'node:stream';
import stripJsonComments from 'strip-json-comments';
import { codedError, toFailure } from '../../../contract/errors.ts';
import type { FormPart, HttpBody, HttpField } from '../../../contract/http/http.ts';
import { closeFiles, openBodyFile, type BodyFile, type BodyFilePolicy } from './body-files.ts';
import { percentEncode } from './percent-encode.ts';

export interface EncodedBody {
  contentType?: string;
  /** True for a form: it cannot be read with a Content-Type of another media type. */
  isForm?: boolean;
  /** True for a JSON text: as in Postman, its Content-Type is a header of the request before auth signs the headers. */
  typeIsSigned?: boolean;
  /** Returns the content; called again for every hop that sends it. */
  content: () => string | Buffer | Readable;
  /** Bytes. */
  length: number;
  /** Closes the files of the body; to be called when the request has ended. */
  close?: () => Promise<void>;
}

/** Whether Postman leaves out the body of this method. */
export const mayLackBody = (method: string): boolean => /^(GET|HEAD|COPY|PURGE|UNLOCK)$/i.test(method.trim());

/**
 * The body to send: an empty text or a form without fields is not a body.
 * @param omit leaves out the body of methods for which the standard defines none
 */
export function sentBody(method: string, body: HttpBody | undefined, omit: boolean): HttpBody | undefined {
  if (omit && mayLackBody(method)) return undefined;
  if (body?.mode === 'raw' && body.text === '') return undefined;
  const fields = body?.mode === 'urlencoded' ? body.fields : body?.mode === 'formdata' ? body.parts : undefined;
  return fields?.every(({ disabled }) => disabled) ? undefined : body;
}

export interface EncodeOptions {
  /** Decides which files may be sent; absent: none. */
  files?: BodyFilePolicy | undefined;
  /** The Content-Type header of the request. */
  typeInHeader?: string | undefined;
  /** Leaves out files that do not exist or that nobody has allowed, with a warning, instead of throwing. */
  omitMissingFiles?: boolean;
  onWarning?: ((text: string) => void) | undefined;
  /** Ends waiting for files. */
  signal?: AbortSignal | undefined;
}

export async function encodeBody(body: HttpBody | undefined, options: EncodeOptions): Promise<EncodedBody | undefined> {
  switch (body?.mode) {
    case undefined:
      return undefined;
    case 'raw': {
      if (body.isBase64) return fixed(Buffer.from(body.text, 'base64'), body.contentType ?? '');
      const content = rawText(body, options.typeInHeader);
      // A variable may be empty: no content has no type.
      const type = body.contentType ?? 'text/plain';
      if (body.text === '') return { content: () => '', length: 0 };
      return { ...fixedText(content, type), typeIsSigned: body.contentType === 'application/json' };
    }
    case 'urlencoded':
      return { ...fixedText(formText(body.fields), 'application/x-www-form-urlencoded'), isForm: true };
    case 'graphql':
      checkVariables(body.variables, options);
      return fixedText(graphqlText(body), 'application/json');
    case 'file': {
      const file = await openFile(body.path, options);
      if (!file) return { content: () => '', length: 0 };
      const contentType = body.contentType ?? (await typeOfFile(body.path));
      return { contentType, length: file.size, ...streamed(file.read, [file]) };
    }
    case 'formdata':
      return multipart(body.parts, options);
  }
}

/**
 * @returns undefined for a file that is left out. A file outside of the workspace is treated in the same way whether it
 * exists or not: otherwise a collection could find out which files there are on this computer.
 */
async function openFile(
  name: string,
  { files, omitMissingFiles, onWarning, signal }: EncodeOptions,
): Promise<BodyFile | undefined> {
  try {
    return await openBodyFile(name, files, signal);
  } catch (error) {
    const { code, remedy } = toFailure(error);
    if (!omitMissingFiles || (code !== 'FileNotFound' && code !== 'OutsideWorkspace')) throw error;
    onWarning?.(
      code === 'FileNotFound'
        ? `The file ${name} does not exist: the request is sent without it.`
        : `The request is sent without the file ${name}, which is outside of the workspace. ${remedy ?? ''}`,
    );
    return undefined;
  }
}

const fixedText = (text: string, contentType: string): EncodedBody => fixed(Buffer.from(text), contentType);

function fixed(content: Buffer, contentType: string): EncodedBody {
  return { contentType, content: () => content, length: content.length };
}

/**
 * The text of a body as it is sent: JSON without its comments. JSON does not allow them, and Postman and Bruno do not send
 * them either.
 * @param typeInHeader the Content-Type header of the request
 */
export function rawText({ text, contentType }: { text: string; contentType?: string }, typeInHeader?: string): string {
  // A text without a language is treated as JSON if its Content-Type header says so.
  const isText = contentType === undefined || contentType === 'text/plain';
  const isJson = contentType === 'application/json' || (isText && JSON_TYPE.test(typeInHeader ?? ''));
  if (!isJson || !/\/[/*]/.test(text)) return text;
  // A comment extends to the end of its line, with the carriage return before the line feed.
  const protectedText = text.includes(CARRIAGE_RETURN) ? text : text.replaceAll('\r\n', `${CARRIAGE_RETURN}\n`);
  // A comment without an end reaches to the end of the text, as in Postman: here it gets an end, which otherwise stays.
  const stripped = stripJsonComments(`${protectedText} */`, { whitespace: false }).replace(/ \*\/$/, '');
  return protectedText === text ? stripped : stripped.replaceAll(CARRIAGE_RETURN, '\r');
}
const JSON_TYPE = /^application\/(\S+\+)?json/;
/** Replaces carriage returns while comments are searched: a noncharacter that no text uses. */
const CARRIAGE_RETURN = '\uFDD0';

/** Spaces become `%20`, as in Postman, Bruno and RFC 3986, and not the `+` of browsers. */
export const formText = (fields: readonly HttpField[]): string =>
  fields
    .filter(({ disabled }) => !disabled)
    .map(({ name, value }) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&');

/** The JSON of a GraphQL request. The variables are not parsed, so that long numbers keep their digits. */
export function graphqlText({ query, operationName, variables }: Extract<HttpBody, { mode: 'graphql' }>): string {
  const members = [
    ...(query === undefined ? [] : [`"query":${JSON.stringify(query)}`]),
    ...(operationName ? [`"operationName":${JSON.stringify(operationName)}`] : []),
    ...(variables.trim() === '' ? [] : [`"variables":${variables}`]),
  ];
  return `{${members.join(',')}}`;
}

function checkVariables(text: string, { onWarning }: EncodeOptions): void {
  try {
    if (text.trim() !== '') JSON.parse(text);
  } catch (error) {
    onWarning?.(`The GraphQL variables are not JSON, and are sent as they are written: ${(error as Error).message}`);
  }
}

/** The media type of a file, by the extension of its name. */
async function typeOfFile(name: string): Promise<string> {
  const { default: mime } = await import('mime');
  return mime.getType(name) ?? 'application/octet-stream';
}

/** Each file stays open until the request has ended. */
const MAX_FILES = 500;

/**
 * Encodes a multipart form. Files are streamed, so that they may be larger than the memory; the length is computed from
 * their sizes. A form of texts is complete at once: requests that a script sends together then keep their order.
 */
function multipart(parts: readonly FormPart[], options: EncodeOptions): EncodedBody | Promise<EncodedBody> {
  const boundary = `----outrigger${crypto.randomUUID().replaceAll('-', '')}`;
  const sentParts = parts.filter(({ disabled }) => !disabled);
  if (sentParts.some(({ files, fileName }) => files !== undefined || fileName))
    return multipartWithFiles(sentParts, boundary, options);
  const pieces = sentParts.map((part) => fieldOf(part, boundary, part.contentType));
  return multipartOf([...pieces, endOf(boundary)], boundary);
}

async function multipartWithFiles(
  parts: readonly FormPart[],
  boundary: string,
  options: EncodeOptions,
): Promise<EncodedBody> {
  const pieces: (Buffer | BodyFile)[] = [];
  try {
    await addParts();
  } catch (error) {
    await closeFiles(filesAmong(pieces));
    throw error;
  }
  // A form of which only missing files are left is not a body.
  if (pieces.length === 1 && options.omitMissingFiles) return { content: () => '', length: 0 };
  return multipartOf(pieces, boundary);

  async function addParts(): Promise<void> {
    let count = 0;
    for (const part of parts) {
      if (!part.files) {
        const type = part.contentType ?? (part.fileName && (await typeOfFile(part.fileName)));
        pieces.push(fieldOf(part, boundary, type));
        continue;
      }
      // A file field without a file is sent with empty content, as browsers do.
      if (part.files.length === 0) {
        const field = part.name === '' ? 'A field of the form' : `The field ${part.name} of the form`;
        options.onWarning?.(`${field} has no file: an empty one without a name is sent.`);
        pieces.push(Buffer.from(`${headOf(part, boundary)}; filename=""\r\n\r\n\r\n`));
      }
      for (const name of part.files) {
        count += 1;
        if (count > MAX_FILES) throw codedError('InvalidRequest', `A form can have at most ${MAX_FILES} files.`);
        const file = await openFile(name, options);
        if (!file) continue;
        const type = part.contentType ?? (await typeOfFile(name));
        const fileName = quoted(part.fileName ?? path.basename(name));
        const headers = `${headOf(part, boundary)}; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
        pieces.push(Buffer.from(headers), file, Buffer.from('\r\n'));
      }
    }
    pieces.push(endOf(boundary));
  }
}

const headOf = ({ name }: FormPart, boundary: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
const endOf = (boundary: string): Buffer => Buffer.from(`--${boundary}--\r\n`);

function fieldOf(part: FormPart, boundary: string, contentType: string | undefined): Buffer {
  const named = part.fileName ? `; filename="${quoted(part.fileName)}"` : '';
  const type = contentType ? `\r\nContent-Type: ${contentType}` : '';
  return Buffer.from(`${headOf(part, boundary)}${named}${type}\r\n\r\n${part.value ?? ''}\r\n`);
}

function multipartOf(pieces: readonly (Buffer | BodyFile)[], boundary: string): EncodedBody {
  const contentType = `multipart/form-data; boundary=${boundary}`;
  if (pieces.every((piece) => Buffer.isBuffer(piece)))
    return { ...fixed(Buffer.concat(pieces), contentType), isForm: true };
  const length = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0);
  async function* read() {
    for (const piece of pieces) {
      if (Buffer.isBuffer(piece)) yield piece;
      else yield* piece.read();
    }
  }
  return { contentType, isForm: true, length, ...streamed(read, filesAmong(pieces)) };
}

const filesAmong = (pieces: readonly (Buffer | BodyFile)[]): BodyFile[] =>
  pieces.flatMap((piece) => (Buffer.isBuffer(piece) ? [] : [piece]));

/** A server may answer before it has read the body; the stream then ends with the request. */
function streamed(read: () => AsyncGenerator<Buffer>, files: readonly BodyFile[]) {
  const streams: Readable[] = [];
  return {
    content() {
      const stream = Readable.from(read(), { objectMode: false });
      // undici reports errors of the stream. Without this listener, an error after the response would end the process.
      stream.on('error', () => undefined);
      streams.push(stream);
      return stream;
    },
    async close() {
      for (const stream of streams) stream.destroy();
      await closeFiles(files);
    },
  };
}

const quoted = (text: string): string => text.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
