/** The rules, the unit tests and the end-to-end tests; ends with one line of counts. Runs on the pinned Node: see test.mjs. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { installTestTools } from './install-test-tools.mjs';
import { root, runTool } from './set-up.mjs';

const results = path.join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const missing = installTestTools();
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

if (runTool('node', ['scripts/check.mjs']) !== 0) total.failed += 1;

const unit = path.join(results, 'unit.json');
runSuite('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unit}`], unit, (report) =>
  count(report.numPassedTests, report.numFailedTests, report.numPendingTests + report.numTodoTests),
);
if (missing.includes('chromium') && !process.env.CI) {
  process.stdout.write('The end-to-end tests are skipped: there is no Chromium.\n');
} else {
  const endToEnd = path.join(results, 'end-to-end.json');
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = endToEnd;
  runSuite('playwright', ['test', '--reporter=line,json'], endToEnd, ({ stats, suites }) => {
    count(stats.expected + stats.flaky, stats.unexpected, stats.skipped);
    const flaky = suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
    for (const { title, file, line } of flaky)
      process.stdout.write(`Passed only when repeated: ${file}:${line} ${title}\n`);
  });
}
if (missing.length > 0) {
  process.stdout.write(
    `Missing here: ${missing.join(', ')}. What needs them was ${process.env.CI ? 'a failure' : 'skipped'}.\n`,
  );
  if (process.env.CI) total.failed += 1;
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
