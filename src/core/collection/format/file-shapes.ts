/**
 * Schemas of a collection's files, for the keys that Outrigger reads. A file of another form is reported with the place
 * of the mistake, so that later code never finds a number where it expects a list. Other keys may have any value.
 *
 * Files are also written by hand: an empty member (`headers:`) counts as absent, and a number or a boolean where a text
 * belongs counts as that text.
 */
import * as z from 'zod';
import type { OpenCollection } from '@opencollection/types';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Environment } from '@opencollection/types/config/environments';
import type { GraphQLRequest } from '@opencollection/types/requests/graphql';
import type { HttpRequest as OpenHttpRequest } from '@opencollection/types/requests/http';
import { authKinds } from '../../../contract/collection/auth-kinds.ts';
import { describeProblems } from '../../../contract/describe-problems.ts';
import { codedError } from '../../../contract/errors.ts';
import { rawTypes } from '../../../contract/collection/raw-types.ts';
import type { RequestSettings, SettingName } from '../../../contract/collection/request-settings.ts';
import { settingFields } from '../../../contract/collection/setting-fields.ts';

/** Members that Outrigger adds to those of the specification. */
declare module '@opencollection/types/requests/http' {
  interface MultipartFormEntry {
    /** The file name to send instead of the file's own name. */
    fileName?: string;
  }
}
declare module '@opencollection/types/requests/graphql' {
  interface GraphQLBody {
    /** The operation of a GraphQL document that is to run. */
    operationName?: string;
  }
}

const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value ?? undefined, schema.optional());
const scalar = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text' });
/** A number that does not keep its digits, such as 12345678901234567890, has to be quoted in the file. */
const text = scalar
  .refine((value) => typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value), {
    error: 'must be in quotes: a number of this size loses digits',
  })
  .transform(String);
/** One schema for every optional text: making one for each member adds 5 ms to the start of every command. */
const optionalText = optional(text);
const textOrEmpty = z.preprocess((value) => value ?? '', text);
const list = <T extends z.ZodType>(item: T) => optional(z.array(item));
const flag = optional(z.boolean());

const info = optional(
  z.looseObject({
    id: optionalText,
    name: optionalText,
    type: optionalText,
    seq: optional(z.number()),
    tags: list(text),
  }),
);
/** A description is a text, or a text with the type of its markup. */
const description = optional(
  z.union([text, z.looseObject({ content: textOrEmpty })], { error: 'must be a text, or an object with "content"' }),
);
const field = z.looseObject({ name: textOrEmpty, value: textOrEmpty, disabled: flag, description });
const param = z.looseObject({
  ...field.shape,
  type: z.preprocess((value) => value ?? 'query', z.enum(['query', 'path'])),
});

const typedValue = z.looseObject({ type: text, data: textOrEmpty });
const singleValue = z.union([scalar, typedValue], { error: 'must be a text, or an object with "type" and "data"' });
const variants = z.array(z.looseObject({ selected: flag, value: optional(singleValue) }));
const variableShape = {
  name: textOrEmpty,
  value: optional(
    z.union([singleValue, variants], { error: 'must be a text, an object with "type" and "data", or a list of those' }),
  ),
  disabled: flag,
  description,
};
/**
 * A secret is recognised by its member `secret`; `secret: false` is removed here. A secret's value in the file is
 * ignored, because the values of secrets are never in files.
 */
const variable = z.looseObject({ ...variableShape, secret: flag }).transform(({ secret, ...plain }) => {
  const { value: _unused, ...declared } = plain;
  return secret ? { ...declared, secret: true as const } : plain;
});

const script = z.looseObject({ type: text, code: textOrEmpty });
const inheritable = <T extends z.ZodType>(schema: T) =>
  optional(z.union([schema, z.literal('inherit')], { error: 'has a value of the wrong type' }));
const settingShapes = {
  number: inheritable(z.number()),
  flag: inheritable(z.boolean()),
  choice: inheritable(text),
  names: inheritable(z.array(text)),
};
const settings = optional(
  z.looseObject(Object.fromEntries(settingFields.map(({ name, kind }) => [name, settingShapes[kind]]))),
);

/** Every member of an auth is a text, a flag, or an object of these. */
type AuthMember = string | number | boolean | null | undefined | { [name: string]: AuthMember } | AuthMember[];
const authMember: z.ZodType<AuthMember> = z.lazy(() =>
  z.union([scalar, z.null(), z.array(authMember), z.record(z.string(), authMember)]),
);
const oauth2Urls = ['accessTokenUrl', 'authorizationUrl', 'refreshTokenUrl', 'callbackUrl'];
const oauth2Choices = ['profileName', 'flow', 'scope', 'state'];
const authText = Object.fromEntries(
  [
    ...Object.values(authKinds).flatMap(({ fields }) => fields.filter(({ flag }) => !flag).map(({ name }) => name)),
    ...oauth2Urls,
    ...oauth2Choices,
  ]
    .filter((name) => !name.includes('.'))
    .map((name) => [name, optionalText]),
);
const authTexts = (...names: string[]) =>
  optional(z.looseObject(Object.fromEntries(names.map((name) => [name, optionalText]))));
const auth = optional(
  z.union(
    [
      z.literal('inherit'),
      z
        .object({
          ...authText,
          type: text,
          credentials: authTexts('clientId', 'clientSecret', 'placement'),
          resourceOwner: authTexts('username', 'password'),
          privateKey: optional(z.union([text, z.looseObject({ type: optionalText, value: optionalText })])),
          pkce: optional(z.looseObject({ disabled: flag, method: optionalText })),
          tokenConfig: optional(z.looseObject({ id: optionalText, placement: authTexts('header', 'query') })),
          settings: optional(z.record(z.string(), authMember)),
          additionalParameters: optional(z.record(z.string(), authMember)),
        })
        .catchall(authMember),
    ],
    { error: 'must be "inherit", or an object with a "type" and its texts' },
  ),
);

const body = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.enum(rawTypes), data: textOrEmpty }),
    z.looseObject({ type: z.literal('form-urlencoded'), data: z.preprocess((value) => value ?? [], z.array(field)) }),
    z.looseObject({
      type: z.literal('multipart-form'),
      data: z.preprocess(
        (value) => value ?? [],
        z.array(
          z.looseObject({
            name: textOrEmpty,
            type: z.preprocess((value) => value ?? 'text', z.enum(['text', 'file'])),
            value: z.preprocess((value) => value ?? '', z.union([text, z.array(text)], { error: 'must be a text' })),
            contentType: optionalText,
            fileName: optionalText,
            disabled: flag,
            description,
          }),
        ),
      ),
    }),
    z.looseObject({
      type: z.literal('file'),
      data: z.preprocess(
        (value) => value ?? [],
        z.array(z.looseObject({ filePath: textOrEmpty, contentType: optionalText, selected: flag })),
      ),
    }),
  ],
  {
    error: ({ input }) =>
      `must be an object whose "type" is known (${input === undefined ? 'it is missing' : 'json, text, xml, sparql, form-urlencoded, multipart-form, file'})`,
  },
);
const graphqlBody = z.looseObject({ query: optionalText, variables: optionalText, operationName: optionalText });
/** One value, or a list of variants of which one is selected. */
const oneOrVariants = (schema: z.ZodType) => {
  const list = z.array(z.looseObject({ title: optionalText, selected: flag, body: optional(schema) }));
  return z
    .preprocess((value) => value ?? undefined, z.unknown())
    .transform((value, context): unknown => {
      if (value === undefined) return undefined;
      const result = (Array.isArray(value) ? list : schema).safeParse(value);
      if (result.success) return result.data;
      for (const issue of result.error.issues) context.addIssue({ ...issue, message: issue.message });
      return z.NEVER;
    });
};
const details = {
  method: optionalText,
  url: optionalText,
  headers: list(field),
  params: list(param),
  auth,
};
const assertion = z.looseObject({
  expression: textOrEmpty,
  operator: z.preprocess((value) => value ?? 'eq', text),
  value: optionalText,
  disabled: flag,
  description,
});
/** Variables that are set from the response. Actions of another type or phase are reported when the request runs. */
const action = z.looseObject({
  type: z.preprocess((value) => value ?? 'set-variable', text),
  phase: z.preprocess((value) => value ?? 'after-response', text),
  selector: optional(z.looseObject({ expression: textOrEmpty })),
  variable: optional(z.looseObject({ name: textOrEmpty, scope: z.preprocess((value) => value ?? 'runtime', text) })),
  disabled: flag,
});
const runtimeMembers = { variables: list(variable), scripts: list(script), actions: list(action) };
const runtime = optional(z.looseObject({ ...runtimeMembers, assertions: list(assertion) }));
const request = z.looseObject({
  info,
  http: optional(z.looseObject({ ...details, body: oneOrVariants(body) })),
  graphql: optional(z.looseObject({ ...details, body: oneOrVariants(graphqlBody) })),
  runtime,
  settings,
});

const defaults = optional(
  z.looseObject({
    ...runtimeMembers,
    headers: list(field),
    auth,
    settings: optional(z.looseObject({ http: settings })),
  }),
);
const folder = z.looseObject({ info, request: defaults, items: list(z.unknown()) });
const environment = z.looseObject({ name: textOrEmpty, extends: optionalText, variables: list(variable) });
const collection = z.looseObject({
  info,
  request: defaults,
  config: optional(z.looseObject({ environments: list(z.unknown()) })),
  items: list(z.unknown()),
});

/** A request over HTTP or of GraphQL; the latter has `graphql` instead of `http`. */
export type OpenRequest = Omit<OpenHttpRequest, 'info' | 'settings'> &
  Pick<GraphQLRequest, 'graphql'> & {
    info?: {
      /** The request's id in Postman, by which scripts may name the request. */
      id?: string;
      name?: string;
      type?: string;
      seq?: number;
      tags?: string[];
    };
    settings?: FileSettings;
  };
export type FileSettings = { [Name in SettingName]?: RequestSettings[Name] | 'inherit' };

/** A folder's own file, or a folder among the items of a collection in one file. */
export interface OpenFolder {
  /** `id`: its id in Postman. */
  info?: { id?: string; name?: string; seq?: number; tags?: string[] };
  request?: RequestDefaults;
  docs?: string;
  items?: unknown[];
}
/** Environments and items are not validated yet, so that an invalid one does not hide the others. */
export type CollectionFile = Omit<OpenCollection, 'config' | 'items' | 'info'> & {
  /** `id`: its id in Postman. */
  info?: NonNullable<OpenCollection['info']> & { id?: string };
  config?: { environments?: unknown[] };
  items?: unknown[];
};

/** @param file the name that errors give the file. @throws CollectionDamaged with the place of the mistake */
type Check<T> = (json: unknown, file: string) => T;

const checker =
  (schema: () => z.ZodType, what: string): Check<unknown> =>
  (json, file) => {
    const result = schema().safeParse(json);
    if (result.success) return withoutUndefined(result.data);
    throw codedError('CollectionDamaged', `${file} is not ${what}: ${describeProblems(result.error)}.`);
  };

export const checkRequest = checker(() => request, 'a request') as Check<OpenRequest>;
export const checkFolder = checker(() => folder, 'the file of a folder') as Check<OpenFolder>;
export const checkEnvironment = checker(() => environment, 'an environment') as Check<Environment>;
export const checkCollection = checker(() => collection, 'a collection') as Check<CollectionFile>;

/** zod returns an absent optional member as a member with the value undefined. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, withoutUndefined(member)]])),
  );
}
