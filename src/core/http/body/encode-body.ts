/** The bytes of a request's body, and the header that says what they are. */
import path from 'node:path';
import { Readable } from 'node:stream';
import stripJsonComments from 'strip-json-comments';
import { codedError } from '../../../contract/errors.ts';
import type { FormPart, HttpBody, HttpField } from '../../../contract/http/http.ts';
import { openBodyFile, type BodyFile, type BodyFilePolicy } from './body-files.ts';
import { percentEncode } from './percent-encode.ts';

export interface EncodedBody {
  contentType?: string;
  /** A form: a header of another media type would make it unreadable. */
  isForm?: boolean;
  /** Makes the content; asked again for every hop that sends it again. */
  content: () => string | Buffer | Readable;
  /** Bytes. */
  length: number;
  /** Closes the files of the body; to be called when nothing is sent any more. */
  close?: () => Promise<void>;
}

/** Whether the method is one of those whose body Postman leaves out. */
export const mayLackBody = (method: string): boolean => /^(GET|HEAD|COPY|PURGE|UNLOCK)$/i.test(method.trim());

/**
 * The body that is sent: a form without fields is no body.
 * @param omit leaves out the body of methods that have none in the standard
 */
export function sentBody(method: string, body: HttpBody | undefined, omit: boolean): HttpBody | undefined {
  if (omit && mayLackBody(method)) return undefined;
  const fields = body?.mode === 'urlencoded' ? body.fields : body?.mode === 'formdata' ? body.parts : undefined;
  return fields?.every(({ disabled }) => disabled) ? undefined : body;
}

/**
 * @param options.files says which files may be sent; without it none
 * @param options.typeInHeader the type that the request gives its body
 */
export async function encodeBody(
  body: HttpBody | undefined,
  { files, typeInHeader }: { files?: BodyFilePolicy | undefined; typeInHeader?: string | undefined },
): Promise<EncodedBody | undefined> {
  switch (body?.mode) {
    case undefined:
      return undefined;
    case 'raw':
      return fixed(bodyText(body, typeInHeader), body.contentType ?? 'text/plain');
    case 'urlencoded':
      return { ...fixed(formText(body.fields), 'application/x-www-form-urlencoded'), isForm: true };
    case 'graphql': {
      const { query, operationName, variables } = body;
      checkVariables(variables);
      const members = [
        `"query":${JSON.stringify(query)}`,
        ...(operationName ? [`"operationName":${JSON.stringify(operationName)}`] : []),
        // As they are written: long numbers keep their digits.
        ...(variables.trim() === '' ? [] : [`"variables":${variables}`]),
      ];
      return fixed(`{${members.join(',')}}`, 'application/json');
    }
    case 'file': {
      const { size, read, close } = await openBodyFile(body.path, files);
      const contentType = body.contentType ?? (await typeOfFile(body.path));
      return { contentType, length: size, ...streamed(read, close) };
    }
    case 'formdata':
      return multipart(body.parts, files);
  }
}

function fixed(text: string, contentType: string): EncodedBody {
  const content = Buffer.from(text);
  return { contentType, content: () => content, length: content.length };
}

/** People comment JSON bodies, which JSON does not know: Postman and Bruno do not send the comments either. */
function bodyText({ text, contentType }: { text: string; contentType?: string }, typeInHeader?: string): string {
  // A text without a language has the type of its header, if that is JSON.
  const isText = contentType === undefined || contentType === 'text/plain';
  const isJson = contentType === 'application/json' || (isText && JSON_TYPE.test(typeInHeader ?? ''));
  if (!isJson || !/\/[/*]/.test(text)) return text;
  // A comment ends with its line, and takes the carriage return before the line end with it.
  const held = text.includes(CARRIAGE_RETURN) ? text : text.replaceAll('\r\n', `${CARRIAGE_RETURN}\n`);
  const stripped = stripJsonComments(held, { whitespace: false });
  return held === text ? stripped : stripped.replaceAll(CARRIAGE_RETURN, '\r');
}
const JSON_TYPE = /^application\/(\S+\+)?json/;
/** Stands for one while comments are looked for: a character that no text has a use for. */
const CARRIAGE_RETURN = '\uFDD0';

/** Blanks are `%20`, as Postman, Bruno and RFC 3986 write them, not the `+` of browsers. */
export const formText = (fields: readonly HttpField[]): string =>
  fields
    .filter(({ disabled }) => !disabled)
    .map(({ name, value }) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&');

/** @throws InvalidRequest */
function checkVariables(text: string): void {
  try {
    if (text.trim() !== '') JSON.parse(text);
  } catch (error) {
    throw codedError('InvalidRequest', `The GraphQL variables are no JSON: ${(error as Error).message}`);
  }
}

/** The media type of a file, by the ending of its name. */
async function typeOfFile(name: string): Promise<string> {
  const { default: mime } = await import('mime');
  return mime.getType(name) ?? 'application/octet-stream';
}

/** Each of them is an open file until the request has ended. */
const MAX_FILES = 500;

/** Streams its files, so that one larger than the memory can be sent; the length is known all the same. */
async function multipart(parts: readonly FormPart[], files: BodyFilePolicy | undefined): Promise<EncodedBody> {
  const boundary = `----outrigger${crypto.randomUUID().replaceAll('-', '')}`;
  const pieces: (Buffer | BodyFile)[] = [];
  const close = async () => {
    for (const piece of pieces) if (!Buffer.isBuffer(piece)) await piece.close();
  };
  try {
    await addParts();
  } catch (error) {
    await close();
    throw error;
  }
  const length = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0);
  async function* read() {
    for (const piece of pieces) {
      if (Buffer.isBuffer(piece)) yield piece;
      else yield* piece.read();
    }
  }
  const contentType = `multipart/form-data; boundary=${boundary}`;
  return { contentType, isForm: true, length, ...streamed(read, close) };

  async function addParts(): Promise<void> {
    let count = 0;
    for (const part of parts) {
      if (part.disabled) continue;
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"`;
      if (!part.files) {
        const type = part.contentType ? `\r\nContent-Type: ${part.contentType}` : '';
        pieces.push(Buffer.from(`${head}${type}\r\n\r\n${part.value ?? ''}\r\n`));
        continue;
      }
      // A field for which no file is chosen is sent without content, as browsers do.
      if (part.files.length === 0) pieces.push(Buffer.from(`${head}; filename=""\r\n\r\n\r\n`));
      for (const name of part.files) {
        count += 1;
        if (count > MAX_FILES) throw codedError('InvalidRequest', `A form can have at most ${MAX_FILES} files.`);
        const file = await openBodyFile(name, files);
        const type = part.contentType ?? (await typeOfFile(name));
        const fileName = quoted(part.fileName ?? path.basename(name));
        const headers = `${head}; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
        pieces.push(Buffer.from(headers), file, Buffer.from('\r\n'));
      }
    }
    pieces.push(Buffer.from(`--${boundary}--\r\n`));
  }
}

/** A server may answer before it has read the body: then what is still being streamed ends with the request. */
function streamed(read: () => AsyncGenerator<Buffer>, closeFiles: () => Promise<void>) {
  const streams: Readable[] = [];
  return {
    content() {
      const stream = Readable.from(read(), { objectMode: false });
      // The client reports errors of the stream; without a listener, one after the response would end the process.
      stream.on('error', () => undefined);
      streams.push(stream);
      return stream;
    },
    async close() {
      for (const stream of streams) stream.destroy();
      await closeFiles();
    },
  };
}

const quoted = (text: string): string => text.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
