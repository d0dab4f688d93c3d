/** Describes the first mistake in a text that should be JSON. */
import { printParseErrorCode, visit } from 'jsonc-parser';

export interface JsonProblem {
  /** A sentence with the position. */
  message: string;
  /** One-based, like the column. */
  line: number;
  column: number;
}

/** @param text within the limits of `parseBoundedJson` */
export function jsonProblem(text: string): JsonProblem | null {
  let problem: JsonProblem | null = null;
  visit(
    text,
    {
      onError(code, _offset, _length, startLine, startCharacter) {
        if (problem) return;
        const [line, column] = [startLine + 1, startCharacter + 1];
        const words = printParseErrorCode(code).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
        problem = { message: `${words} at line ${line}, column ${column}.`, line, column };
      },
    },
    { disallowComments: true },
  );
  return problem;
}
