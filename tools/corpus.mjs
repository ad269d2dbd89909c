// npm run corpus -- <folder> [--keep]: packs, publishes and installs every skill below a folder against a scratch server, over HTTP, with the
// built program. Prints a table and totals. Exits 1 when something went wrong that is not a refusal of the skill itself.
// npm run corpus -- --review [<folder>] …: what the security review finds instead; see corpus/review.mjs.
// npm run corpus -- --quality <folder>: the quality scores without a model instead; see corpus/quality.mjs.
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { rmSync } from 'node:fs';
import { findSkills } from './corpus/find-skills.mjs';
import { Journey } from './corpus/journey.mjs';
import { table, totals } from './corpus/report.mjs';
import { Scratch } from './scratch.mjs';

const AT_A_TIME = 2;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: 'boolean', default: false },
    review: { type: 'boolean', default: false },
    quality: { type: 'boolean', default: false },
    files: { type: 'string', multiple: true, default: [] },
    pairs: { type: 'boolean', default: false },
    list: { type: 'string' },
  },
});
if (values.review) {
  const { review } = await import('./corpus/review.mjs');
  await review({ root: positionals[0] && resolve(positionals[0]), ...values });
  process.exit();
}
if (positionals.length !== 1) {
  console.error('usage: npm run corpus -- [--quality] <folder> [--keep]');
  process.exit(2);
}
if (values.quality) {
  const { quality } = await import('./corpus/quality.mjs');
  await quality({ root: resolve(positionals[0]) });
  process.exit();
}

const root = resolve(positionals[0]);
const skills = findSkills(root);
const scratch = new Scratch('corpus');
const started = performance.now();
let rows;
try {
  await scratch.startServer();
  await scratch.signInFirstAdministrator();
  rows = await travel(new Journey(scratch));
} finally {
  await scratch.stop();
}
console.log(table(rows));
console.log(totals(rows, (performance.now() - started) / 1000));
if (values.keep) console.log(`Kept: ${scratch.folder}`);
else rmSync(scratch.folder, { recursive: true, force: true });
process.exitCode = rows.some((row) => row.failed) ? 1 : 0;

/** Publishes two at a time; installs one after the other into one repository, as a person would. */
async function travel(journey) {
  await journey.prepare();
  const rows = skills.map((skill) => ({ skill }));
  const queue = rows.entries();
  const publish = async () => {
    for (const [index, row] of queue)
      Object.assign(row, await journey.publish(row.skill, index + 1));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, publish));
  for (const row of rows) if (row.published) Object.assign(row, await journey.install(row));
  return rows;
}
