/**
 * `npm run compare [-- words]`: runs the cases of `cases/` with newman or `bru` and with Outrigger, and compares what they did.
 * Words choose the cases whose ids contain one of them; `--known` shows also how the known differences differ.
 * `--write-docs` writes the list of the known differences into `docs/coming-from.md`, and runs nothing.
 */
import { setup } from '../../scripts/single-files.ts';
import { readBrunoCases, runWithBru } from './bruno.ts';
import { readCases } from './cases.ts';
import { writeDocsPage } from './docs-page.ts';
import { runWithNewman } from './newman.ts';
import { differencesOf, type Outcome } from './outcome.ts';
import { runWithOutrigger } from './outrigger.ts';
import { compareOutcomes, reportText, unknownCases } from './report.ts';

const args = process.argv.slice(2);
const words = args.filter((word) => !word.startsWith('--'));
const isChosen = ({ id }: { id: string }) => words.length === 0 || words.some((word) => id.includes(word));

async function compare(): Promise<void> {
  const all = readCases();
  const cases = { requests: all.requests.filter(isChosen), flows: all.flows.filter(isChosen) };
  const allBruno = readBrunoCases();
  const bruno = allBruno.filter(isChosen);
  const ids = [...cases.requests, ...cases.flows, ...bruno].map(({ id }) => id);
  let sandboxEntry = '';
  await setup({
    provide: (name, file) => {
      if (name === 'sandboxEntry') sandboxEntry = file;
    },
  });
  const times: string[] = [];
  const timed = async (engine: string, work: Promise<Record<string, Outcome>>) => {
    const began = performance.now();
    const outcomes = await work;
    times.push(`${engine} ${Math.round((performance.now() - began) / 1000)} s`);
    return outcomes;
  };
  const [ofNewman, ofBruno, ours] = await Promise.all([
    timed('newman', runWithNewman(cases)),
    bruno.length > 0 ? timed('bru', runWithBru(bruno)) : Promise.resolve<Record<string, Outcome>>({}),
    timed('Outrigger', runWithOutrigger(cases, bruno, sandboxEntry)),
  ]);
  const reference = { ...ofNewman, ...ofBruno };
  const report = compareOutcomes(ids, reference, ours);
  if (args.includes('--known')) {
    for (const id of report.known) {
      const [referenceOutcome, ourOutcome] = [reference[id], ours[id]];
      if (referenceOutcome && ourOutcome)
        console.log(`known: ${id}\n  ${differencesOf(referenceOutcome, ourOutcome).join('\n  ')}\n`);
    }
  }
  const missing = unknownCases([...all.requests, ...all.flows, ...allBruno].map(({ id }) => id));
  for (const id of missing) console.log(`✗ ${id}\n  known-differences.ts names it, and there is no such case\n`);
  console.log(`${reportText(report)} (side by side: ${times.join(', ')})`);
  process.exitCode = report.unknown.length + report.stale.length + missing.length > 0 ? 1 : 0;
}

await (args.includes('--write-docs') ? writeDocsPage() : compare());
