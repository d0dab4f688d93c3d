/** What is wrong with a text that is meant to be JSON, and where. */
import { printParseErrorCode, visit } from 'jsonc-parser';

export interface JsonProblem {
  /** A whole sentence with the position in it. */
  message: string;
  /** Both count from 1. */
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
