// Whether anything that could be downloaded is refused while a new ruleset judges all versions again.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  close,
  count,
  judged,
  onBoth,
  restart,
  withSkills,
  worldWith,
} from './moderated-world.mjs';
import { publish } from './registry-client.mjs';

const READERS = 2;
const PAUSE_MS = 20;
const VERSIONS = Number(process.env.SVC_BENCH_VERSIONS ?? 10_000);
const RULES = `rules:
  - id: never-there
    severity: LOW
    title: Never there
    reasoning: No skill of the bench has it.
    where: any
    pattern: never-there
`;
const JUDGED_TWICE_SQL = `SELECT COUNT(*) AS count FROM (SELECT version_id FROM registry_verdicts GROUP BY version_id HAVING COUNT(DISTINCT ruleset) > 1) AS twice`;

export const measureJudgingAgain = () => onBoth('judging again', measureOn);

async function measureOn(engine, database) {
  const world = await worldWith('on', database);
  const { scratch, token } = world;
  try {
    const names = [];
    await withSkills('again', VERSIONS, async (name, archive) => {
      await publish(scratch, token, archive);
      names.push(name);
    });
    await judged(world);
    return [await judgedAgain(world, { engine, names })];
  } finally {
    await close(world);
  }
}

async function judgedAgain(world, { engine, names }) {
  const rules = join(world.scratch.folder, 'rules.yaml');
  writeFileSync(rules, RULES);
  await restart(world, { SVC_MODERATION: 'on', SVC_REVIEW_RULES: rules });
  const started = performance.now();
  const downloads = new Downloads(world, names);
  const running = Promise.all(Array.from({ length: READERS }, () => downloads.run()));
  while ((await count(world, JUDGED_TWICE_SQL)) < names.length) await wait(500);
  const rate = names.length / ((performance.now() - started) / 1000);
  downloads.stopped = true;
  await running;
  return {
    what: `downloads refused while a new ruleset judges ${names.length} versions, ${engine}`,
    measured: `${downloads.refused} of ${downloads.asked}`,
    comparedWith: `judged ${rate.toFixed(0)}/s`,
    budget: '0',
    within: downloads.refused === 0 && downloads.asked > 0,
  };
}

/** Downloads of versions chosen at random, one after the other. */
class Downloads {
  asked = 0;
  refused = 0;
  stopped = false;

  constructor({ scratch, token }, names) {
    this.origin = scratch.origin;
    this.headers = { authorization: `Bearer ${token}` };
    this.names = names;
  }

  async run() {
    while (!this.stopped) {
      const name = this.names[Math.floor(Math.random() * this.names.length)];
      const url = `${this.origin}/v1/tiles/bench/${name}/versions/1.0.0/archive`;
      const response = await fetch(url, { headers: this.headers });
      await response.arrayBuffer();
      this.asked++;
      if (response.status !== 200) this.refused++;
      await wait(PAUSE_MS);
    }
  }
}
