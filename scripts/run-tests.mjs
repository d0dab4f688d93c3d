/**
 * Builds, and runs the checks, the unit tests and the end-to-end tests; the last line has the counts. Runs on the pinned
 * Node (see test.mjs). With arguments, runs only the tests of these files and folders: those below `e2e/` by Playwright, the
 * others by Vitest.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runChecks } from './check.mjs';
import { namesOfMissingTools } from './install-test-tools.mjs';
import { build, root, startTool } from './set-up.mjs';

const results = path.join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const chosen = process.argv.slice(2).map((name) => name.split(path.sep).join('/'));
const isEndToEnd = (name) => /^(\.\/)?e2e(\/|$)/.test(name);
const chosenSpecs = chosen.filter(isEndToEnd);
const chosenUnits = chosen.filter((name) => !isEndToEnd(name));

// The build, the longest check and the installation each use one core much of the time, so they run side by side. The
// suites start when they have what they need, and do not wait for the checks.
const building = build();
const checking = chosen.length === 0 ? runChecks() : Promise.resolve([]);
const installing = startTool('node', ['scripts/install-test-tools.mjs']);
const total = { passed: 0, skipped: 0 };
/** Texts of failures. They are printed last, because people look at the end of a log. */
const failures = [];
const MAX_FAILURE_LINES = 12;
const fail = (place, message = '') =>
  failures.push([place, ...stripVTControlCharacters(message).split('\n').slice(0, MAX_FAILURE_LINES)].join('\n    '));
/** A runner that fails without a failed test, for example because a file cannot be loaded, is a failure as well. */
async function runSuite(name, args, { file, read, variables, output: shown }) {
  const { code, output } = await startTool(name, args, variables, shown);
  process.stdout.write(output);
  const before = failures.length;
  if (existsSync(file)) read(JSON.parse(readFileSync(file, 'utf8')));
  if (code !== 0 && failures.length === before) fail(`${name} ended with exit code ${code} (its message is above)`);
}

/** All tests of one file in Playwright's report, including those in `describe` blocks. */
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

function runUnitTests() {
  const unit = path.join(results, 'unit.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${unit}`];
  const read = (report) => {
    total.passed += report.numPassedTests;
    total.skipped += report.numPendingTests + report.numTodoTests;
    for (const { name, status, message, assertionResults } of report.testResults) {
      const file = path.relative(root, name);
      const failed = assertionResults.filter((test) => test.status === 'failed');
      for (const test of failed) fail(`${file}: ${test.fullName}`, test.failureMessages[0]);
      if (status === 'failed' && failed.length === 0) fail(file, message);
    }
  };
  return runSuite('vitest', ['run', ...reporters, ...chosenUnits], { file: unit, read, output: 'inherit' });
}
/** @param isBesideUnits whether Vitest runs too: then the output is shown at the end, and there are fewer workers */
async function runEndToEndTests(isBesideUnits) {
  if (missing.includes('chromium') && !process.env.CI) {
    process.stdout.write('The end-to-end tests are skipped: there is no Chromium.\n');
    return;
  }
  const endToEnd = path.join(results, 'end-to-end.json');
  const read = ({ stats, suites }) => {
    total.passed += stats.expected + stats.flaky;
    total.skipped += stats.skipped;
    for (const { title, file, line, tests } of suites.flatMap(specsOf)) {
      const place = `e2e/${file}:${line} ${title}`;
      if (tests.some(({ status }) => status === 'flaky')) process.stdout.write(`Passed only when repeated: ${place}\n`);
      const unexpected = tests.find(({ status }) => status === 'unexpected');
      if (unexpected) fail(place, unexpected.results.at(-1)?.error?.message);
    }
  };
  const variables = { PLAYWRIGHT_JSON_OUTPUT_FILE: endToEnd };
  const args = isBesideUnits
    ? ['--reporter=dot,json', `--workers=${availableParallelism()}`]
    : ['--reporter=line,json'];
  const output = isBesideUnits ? 'pipe' : 'inherit';
  await runSuite('playwright', ['test', ...args, ...chosenSpecs], { file: endToEnd, read, variables, output });
}

const built = await building;
process.stdout.write(built.output);
const { code, output } = await installing;
process.stdout.write(output);
const missing = code === 0 ? [] : namesOfMissingTools();
const hasUnits = chosen.length === 0 || chosenUnits.length > 0;
const hasSpecs = chosen.length === 0 || chosenSpecs.length > 0;
if (built.code === 0) {
  process.env.OUTRIGGER_IS_BUILT = 'true';
  // Side by side: the tests of the one keep the cores busy while those of the other wait.
  await Promise.all([...(hasUnits ? [runUnitTests()] : []), ...(hasSpecs ? [runEndToEndTests(hasUnits)] : [])]);
} else {
  fail('The build failed, so no test was run (its message is above)');
}
for (const step of await checking) fail(`npm run check: ${step.name}`, step.output);
if (missing.length > 0) {
  process.stdout.write(
    `Missing here: ${missing.join(', ')}. What needs them was ${process.env.CI ? 'a failure' : 'skipped'}.\n`,
  );
  if (process.env.CI) fail(`These tools are missing: ${missing.join(', ')}`);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map((text) => `  ${text}\n`).join('')}`);
process.stdout.write(`\n${total.passed} passed, ${failures.length} failed${skipped}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
