/**
 * Converts lines of scripts and modules between the user's count, from 1, and the inspector's, from 0. The inspector
 * counts in the source of the `Function` constructor, which adds two lines before the script and two after it (one for
 * its source name, one for its end).
 */
import { BEFORE_MODULE_FUNCTION } from '../../../contract/scripts/module-function.ts';

const LINES_BEFORE = 2;

export const toInspectorLine = (line: number): number => line - 1 + LINES_BEFORE;

export const toUserLine = (inspectorLine: number): number => Math.max(1, inspectorLine + 1 - LINES_BEFORE);

/** Whether a function is one of the user's text, and not the function that contains a whole script or module. */
export const isInScript = ({
  lineNumber,
  columnNumber,
}: {
  lineNumber: number;
  columnNumber?: number | undefined;
}): boolean =>
  lineNumber > LINES_BEFORE || (lineNumber === LINES_BEFORE && columnNumber !== BEFORE_MODULE_FUNCTION.length);

/** @param endLine the last line of the whole text, as the inspector counts */
export const lineCount = (endLine: number): number => Math.max(1, endLine - 1 - LINES_BEFORE);
