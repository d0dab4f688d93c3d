/**
 * Runs the checks, the unit tests and the end-to-end tests; ends with one line of counts. Runs on the pinned Node: see test.mjs.
 * With arguments, only the tests of these files and folders: those below `e2e/` by Playwright, the others by Vitest.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { namesOfMissingTools } from './install-test-tools.mjs';
import { root, runTool, startTool } from './set-up.mjs';

const results = path.join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const chosen = process.argv.slice(2).map((name) => name.split(path.sep).join('/'));
const isEndToEnd = (name) => /^(\.\/)?e2e(\/|$)/.test(name);
const chosenSpecs = chosen.filter(isEndToEnd);
const chosenUnits = chosen.filter((name) => !isEndToEnd(name));

// The checks need none of the tools, and run while these are installed.
const installing = startTool('node', ['scripts/install-test-tools.mjs']);
const total = { passed: 0, failed: 0, skipped: 0 };
const count = (passed, failed, skipped) => {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
};
/** A runner that fails without a failed test (a file that does not load, say) is a failure all the same. */
function runSuite(name, args, file, read) {
  const before = total.failed;
  const code = runTool(name, args);
  if (existsSync(file)) read(JSON.parse(readFileSync(file, 'utf8')));
  if (code !== 0 && total.failed === before) total.failed += 1;
}

/** All tests of one file of Playwright's report, those in `describe` blocks too. */
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

function runUnitTests() {
  const unit = path.join(results, 'unit.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${unit}`];
  runSuite('vitest', ['run', ...reporters, ...chosenUnits], unit, (report) =>
    count(report.numPassedTests, report.numFailedTests, report.numPendingTests + report.numTodoTests),
  );
}
function runEndToEndTests() {
  if (missing.includes('chromium') && !process.env.CI) {
    process.stdout.write('The end-to-end tests are skipped: there is no Chromium.\n');
    return;
  }
  const endToEnd = path.join(results, 'end-to-end.json');
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = endToEnd;
  runSuite('playwright', ['test', '--reporter=line,json', ...chosenSpecs], endToEnd, ({ stats, suites }) => {
    count(stats.expected + stats.flaky, stats.unexpected, stats.skipped);
    const flaky = suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
    for (const { title, file, line } of flaky)
      process.stdout.write(`Passed only when repeated: ${file}:${line} ${title}\n`);
  });
}

if (chosen.length === 0 && runTool('node', ['scripts/check.mjs']) !== 0) total.failed += 1;
const { code, output } = await installing;
process.stdout.write(output);
const missing = code === 0 ? [] : namesOfMissingTools();
if (chosen.length === 0 || chosenUnits.length > 0) runUnitTests();
if (chosen.length === 0 || chosenSpecs.length > 0) runEndToEndTests();
if (missing.length > 0) {
  process.stdout.write(
    `Missing here: ${missing.join(', ')}. What needs them was ${process.env.CI ? 'a failure' : 'skipped'}.\n`,
  );
  if (process.env.CI) total.failed += 1;
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
