/**
 * Lines of scripts and modules as the user counts them, from 1, and as the inspector does: from 0, within the text that the
 * constructor of a function makes, which has two lines before the script and, behind it, one for its name and one for its end.
 */
const LINES_BEFORE = 2;

export const toInspectorLine = (line: number): number => line - 1 + LINES_BEFORE;

export const toUserLine = (inspectorLine: number): number => Math.max(1, inspectorLine + 1 - LINES_BEFORE);

export const isInScript = (inspectorLine: number): boolean => inspectorLine >= LINES_BEFORE;

/** @param endLine the last line of the whole text, as the inspector counts */
export const lineCount = (endLine: number): number => Math.max(1, endLine - 1 - LINES_BEFORE);
