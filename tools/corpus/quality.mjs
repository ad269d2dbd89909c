// npm run corpus -- --quality <folder>: the score that the quality review of the built program gives without a model. With a `scores.json` in the
// folder: how far it agrees with the scores in there. Without: how the scores spread, in each half of the skills.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { findSkills } from './find-skills.mjs';
import { agreement, gate, spread, times } from './quality-report.mjs';

const DIST = join(import.meta.dirname, '../../dist/modules');
const RUNS = 5;

export async function quality({ root }) {
  const engine = await Engine.load();
  const scores = join(root, 'scores.json');
  if (existsSync(scores)) await compare(engine, root, JSON.parse(readFileSync(scores, 'utf8')));
  else await distribute(engine, root);
}

class Engine {
  static async load() {
    const [{ assess }, { withRoles }] = await Promise.all([
      import(join(DIST, 'review/quality/assess.js')),
      import(join(DIST, 'registry/format/file-roles.js')),
    ]);
    return new Engine(assess, withRoles);
  }

  constructor(assess, withRoles) {
    this.assess = assess;
    this.withRoles = withRoles;
  }

  /** The report on a bundle of one skill, the milliseconds of its first run, and whether all runs gave the same bytes. */
  async review(bundle) {
    const files = this.withRoles(bundle);
    const started = performance.now();
    const report = await this.assess(files);
    const milliseconds = performance.now() - started;
    const text = JSON.stringify(report);
    let isSame = true;
    for (let run = 1; run < RUNS; run++)
      isSame &&= JSON.stringify(await this.assess(files)) === text;
    return { skill: report.skills[0], score: report.reviewScore, milliseconds, isSame };
  }
}

/** Against published scores. */
async function compare(engine, root, { rows }) {
  const found = [];
  for (const { id, repo, skill_path, score_before: published, left_out } of rows) {
    const name = basename(dirname(skill_path));
    const own = bundleOf(join(root, 'skills', id), name);
    const absent = left_out.map((path) => file(`${name}/${path}`, Buffer.from('\n')));
    found.push({ label: id, repo, published, ...(await engine.review([...own, ...absent])) });
  }
  console.log(gate(found));
  console.log(agreement(found.filter(({ published }) => published > 0)));
  console.log(times(found, RUNS));
}

/** Weights are tuned on the skills of the first half only. */
const isTuned = (label) => /^[0-7]/.test(createHash('sha256').update(label).digest('hex'));

async function distribute(engine, root) {
  const found = [];
  for (const { folder, label, name } of findSkills(root))
    found.push({ label, ...(await engine.review(bundleOf(folder, name))) });
  console.log(
    spread({
      'skills, first half': found.filter(({ label }) => isTuned(label)),
      'skills, second half': found.filter(({ label }) => !isTuned(label)),
    }),
  );
  console.log(times(found, RUNS));
}

const file = (path, content, mode = 0o644) => ({ path, mode, content });

const bundleOf = (folder, name) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => {
      const mode = statSync(path).mode & 0o100 ? 0o755 : 0o644;
      return file(`${name}/${relative(folder, path)}`, readFileSync(path), mode);
    });
