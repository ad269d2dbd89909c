// A server that reviews what is published, and skills for it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sqlite3 from 'sqlite3';
import { Scratch } from '../../tools/scratch.mjs';
import { archiveOf } from './archive.mjs';
import { onPostgres, postgresUrl, query, withoutPostgres } from './postgres.mjs';
import { bearer } from './registry-client.mjs';

export const AT_ONCE = 4;
const WAITING_SQL = `SELECT COUNT(*) AS count FROM registry_versions WHERE state IN ('pending', 'skipped')`;

/** The rows of both engines; `measure` is given the name of the engine and the settings of two databases. */
export async function onBoth(what, measure) {
  const rows = await measure('SQLite', {}, {});
  if (postgresUrl === undefined)
    return [...rows, { what: `${what}, PostgreSQL`, measured: '', budget: '', ...withoutPostgres }];
  const ofPostgres = await onPostgres((one) =>
    onPostgres((other) => measure('PostgreSQL', one, other)),
  );
  return [...rows, ...ofPostgres];
}

export async function worldWith(moderation, database) {
  const scratch = new Scratch('moderating');
  const env = { SVC_MODERATION: moderation, SVC_RATE_LIMITS: 'all=off', ...database };
  await scratch.startServer({ env });
  await scratch.signInFirstAdministrator();
  await scratch.json(['workspace', 'create', 'bench']);
  return { scratch, token: await bearer(scratch), database };
}

export async function restart({ scratch, database }, env) {
  await scratch.stop();
  scratch.serverLog = '';
  await scratch.startServer({ env: { SVC_RATE_LIMITS: 'all=off', ...database, ...env } });
}

export async function close({ scratch }) {
  await scratch.stop();
  rmSync(scratch.folder, { recursive: true, force: true });
}

/** A skill with a script, as most plugins are. */
export function skill(name) {
  const plugin = {
    name: `bench/${name}`,
    version: '1.0.0',
    description: 'Measured',
    private: false,
  };
  const steps = Array.from(
    { length: 40 },
    (_, at) => `${at + 1}. Read \`notes-${at}.md\` and say it.`,
  );
  return archiveOf({
    '.svc-plugin/plugin.json': JSON.stringify(plugin),
    'skills/demo/SKILL.md': `---\nname: demo\ndescription: Shows ${name}. Use when asked.\n---\n\n# Demo\n\nRun \`scripts/run.sh\`.\n\n${steps.join('\n')}\n`,
    'skills/demo/scripts/run.sh': `#!/bin/sh\nset -eu\nmkdir -p out\ncp "$1" out/${name}.txt\nwc -l out/*.txt\n`,
    'skills/demo/scripts/count.py': `import sys\n\nwith open(sys.argv[1]) as f:\n    print("${name}", len(f.read().split()))\n`,
  });
}

/** Makes the archives beforehand, and does `work` with each; answers the seconds. */
export async function withSkills(label, count, work) {
  const names = Array.from({ length: count }, (_, at) => `${label}-${at}`);
  const archives = new Map();
  for (const name of names) archives.set(name, await skill(name));
  const queue = archives.entries();
  const started = performance.now();
  const worker = async () => {
    for (const [name, archive] of queue) await work(name, archive);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (performance.now() - started) / 1000;
}

/** Waits until every version has a verdict. */
export async function judged(world) {
  while ((await count(world, WAITING_SQL)) > 0) await wait(100);
}

/** The number that a statement answers as `count`. */
export async function count({ scratch, database }, statement) {
  const { SVC_DATABASE_URL: url } = database;
  const file = join(scratch.home, '.svc', 'server', 'registry.db');
  const [row] = await (url === undefined ? queryFile(statement, file) : query(statement, url));
  return Number(row.count);
}

function queryFile(statement, file) {
  const database = new sqlite3.Database(file, sqlite3.OPEN_READONLY);
  const rows = new Promise((resolve, reject) =>
    database.all(statement, (error, found) => (error ? reject(error) : resolve(found))),
  );
  return rows.finally(() => database.close());
}
