import * as z from 'zod';

/** A schema for a text that contains JSON of another schema; invalid JSON is an issue like any other. */
export function jsonText<T>(schema: z.ZodType<T>) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
