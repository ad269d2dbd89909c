// npm run corpus -- --review [<folder>] [--files <folder>]… [--pairs] [--list <severity>]: what the security review of the built program finds
// in every skill below a folder, in every program file below others, and in the pairs of attacks and their twins.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { findSkills } from './find-skills.mjs';
import { distribution, pairTable, severityTable } from './review-report.mjs';

const DIST = join(import.meta.dirname, '../../dist/modules');
const PROGRAM = /\.(?:[cm]?[jt]sx?|py)$/;
const TESTS = /(?:^|[/_.-])(?:tests?|__tests__|spec)(?:[/_.-]|$)|\.d\.[cm]?ts$/;

/** Rules are tuned on the skills of the first half only; what they do to the others shows what they are worth. */
const isTuned = (label) => /^[0-7]/.test(createHash('sha256').update(label).digest('hex'));

export async function review({ root, files, pairs, list }) {
  const engine = await Engine.load();
  if (root !== undefined) await reviewSkills(engine, { root, list });
  for (const folder of files) await reviewFiles(engine, { folder, list });
  if (pairs) await reviewPairs(engine);
}

class Engine {
  static async load() {
    const [{ analyse }, { withRoles }] = await Promise.all([
      import(join(DIST, 'review/engine/analyse.js')),
      import(join(DIST, 'registry/format/file-roles.js')),
    ]);
    return new Engine(analyse, withRoles);
  }

  constructor(analyse, withRoles) {
    this.analyse = analyse;
    this.withRoles = withRoles;
  }

  /** The report on a bundle, and the milliseconds that it took. */
  async review(bundle) {
    const started = performance.now();
    const report = await this.analyse(this.withRoles(bundle));
    return { report, milliseconds: performance.now() - started };
  }
}

async function reviewSkills(engine, { root, list }) {
  const skills = findSkills(root);
  const started = performance.now();
  const rows = [];
  for (const { folder, label } of skills)
    rows.push({ label, ...(await engine.review(bundleOf(folder))) });
  const seconds = (performance.now() - started) / 1000;
  const tuned = rows.filter(({ label }) => isTuned(label));
  const others = rows.filter(({ label }) => !isTuned(label));
  console.log(severityTable({ 'skills, first half': tuned, 'skills, second half': others }));
  const rate = (skills.length / seconds).toFixed(0);
  console.log(
    `${skills.length} skills in ${seconds.toFixed(1)} s (${rate}/s), ${distribution(rows)}`,
  );
  if (list !== undefined) listFindings(tuned, list);
}

async function reviewFiles(engine, { folder, list }) {
  const rows = [];
  for (const path of programsBelow(folder)) {
    const content = readFileSync(join(folder, path));
    const bundle = [{ path: basename(path), mode: 0o644, content }];
    rows.push({ label: path, ...(await engine.review(bundle)) });
  }
  console.log(severityTable({ [`files of ${basename(folder)}`]: rows }));
  console.log(`${rows.length} files, ${distribution(rows)}`);
  if (list !== undefined) listFindings(rows, list);
}

async function reviewPairs(engine) {
  const tests = '../../test/review';
  const { attacksOf } = await import(`${tests}/pairs.mjs`);
  const { measurePairs, totalsOf } = await import(`${tests}/measure.mjs`);
  const findingsOf = async (files) => {
    const bundle = [...files].map(([path, content]) => ({ path, mode: 0o644, content }));
    return (await engine.review(bundle)).report.findings;
  };
  for (const folder of ['attacks', 'unseen']) {
    const rows = await measurePairs(attacksOf(folder), findingsOf);
    console.log(pairTable(folder, rows, totalsOf));
  }
}

function bundleOf(folder) {
  return filesBelow(folder).map((path) => ({
    path,
    mode: statSync(join(folder, path)).mode & 0o100 ? 0o755 : 0o644,
    content: readFileSync(join(folder, path)),
  }));
}

const programsBelow = (folder) =>
  filesBelow(folder).filter((path) => PROGRAM.test(path) && !TESTS.test(path));

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

function listFindings(rows, least) {
  const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
  const counts = ({ severity }) => severities.indexOf(severity) >= severities.indexOf(least);
  for (const { label, report } of rows)
    for (const { severity, rule, file, line, excerpt } of report.findings.filter(counts))
      console.log(`${label}: ${severity} ${rule} ${file}:${line} ${excerpt}`);
}
