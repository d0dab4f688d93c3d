import { findGoSources } from './go-sources.ts';
import type { Language, LanguageError } from './language.ts';
import { lastLineOf, messageFrom, placesIn } from './printed-lines.ts';

const COMPILE = /^(?:vet: )?((?:[A-Za-z]:)?[^:\s]+\.go):(\d+)(?::\d+)?: (.*)$/;
const PANIC = /^(panic: |fatal error: )/;
const FRAME = /^\t(.+?):(\d+)(?: \+0x[\da-f]+)?$/;
/** A line that `go run` adds after the output of a failed program. */
const EXIT_STATUS = /^exit status \d+$/;

function findError(lines: readonly string[]): LanguageError | undefined {
  const panic = lines.findLastIndex((line) => PANIC.test(line));
  if (panic >= 0) {
    const isEnd = (line: string) => line === '' || line.startsWith('\t') || line.startsWith('goroutine ');
    return { message: messageFrom(lines, panic, isEnd), places: placesIn(lines.slice(panic), FRAME) };
  }
  const compile = lines.map((line) => COMPILE.exec(line)).find((match) => match !== null);
  if (compile && !lines.some((line) => EXIT_STATUS.test(line))) {
    return { message: compile[3] ?? '', places: [{ file: compile[1] ?? '', line: Number(compile[2]) }] };
  }
  const lastLine = lastLineOf(lines.filter((line) => !EXIT_STATUS.test(line)));
  return lastLine === undefined ? undefined : { message: lastLine, places: [] };
}

export const go: Language = {
  name: 'Go',
  extension: '.go',
  prefix: ['go', 'run'],
  install: 'Go (go.dev, or apt install golang-go, or brew install go)',
  versionArguments: ['version'],
  findSources: findGoSources,
  findError,
  printsWith: 'fmt.Println',
  template: `package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	number, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	fmt.Printf("Hello %s, %d\\n", os.Args[1], number+1)
}
`,
  test: { packages: ['golang-go'], brew: 'go' },
};
