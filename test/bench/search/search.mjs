import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { findSkills } from '../../../tools/corpus/find-skills.mjs';
import { Scratch } from '../../../tools/scratch.mjs';
import { archiveOf } from '../archive.mjs';
import { onPostgres, postgresUrl, withoutPostgres } from '../postgres.mjs';
import { bearer, publish } from '../registry-client.mjs';

const FIRST = 10;
const BUDGETS = { recall: 0.92, rank: 0.8, names: 0.85, nothing: 6 };
const RESERVED = new Set(['prototype', 'constructor']);
const what = 'finding skills';

/**
 * Asks questions about a folder of skills, each published as a plugin of its own: how often is one that was expected among the first ten, and
 * where? `SVC_BENCH_SKILLS` names the folder, `SVC_BENCH_PHRASES` a file like phrases.json beside this one, which is for two public collections.
 */
export async function measureFinding() {
  const folder = process.env.SVC_BENCH_SKILLS;
  if (folder === undefined)
    return [
      {
        what,
        measured: '',
        comparedWith: 'set SVC_BENCH_SKILLS to a folder of skills',
        budget: '',
        skipped: true,
      },
    ];
  const phrases = JSON.parse(
    readFileSync(
      process.env.SVC_BENCH_PHRASES ?? join(import.meta.dirname, 'phrases.json'),
      'utf8',
    ),
  );
  const rows = await measureOn('SQLite', { folder, phrases, env: {} });
  if (postgresUrl === undefined)
    return [...rows, { what: `${what}, PostgreSQL`, measured: '', budget: '', ...withoutPostgres }];
  return [
    ...rows,
    ...(await onPostgres((env) => measureOn('PostgreSQL', { folder, phrases, env }))),
  ];
}

async function measureOn(database, { folder, phrases, env }) {
  const scratch = new Scratch('search');
  try {
    await scratch.startServer({ env });
    await scratch.signInFirstAdministrator();
    await scratch.json(['workspace', 'create', 'bench']);
    const token = await bearer(scratch);
    // a skill whose name no plugin may have is left out
    for (const skill of findSkills(folder))
      if (!RESERVED.has(skill.name))
        await publish(scratch, token, await archiveOf(pluginOf(skill)));
    return rowsOf(database, await askAll(scratch.origin, { token, ...phrases }));
  } finally {
    await scratch.stop();
    rmSync(scratch.folder, { recursive: true, force: true });
  }
}

function pluginOf({ folder, name }) {
  const text = readFileSync(join(folder, 'SKILL.md'), 'utf8');
  const { description } = parse(/^---\n(.*?)\n---/s.exec(text)[1]);
  return {
    '.svc-plugin/plugin.json': JSON.stringify({
      name: `bench/${name}`,
      version: '1.0.0',
      description,
      skills: [`./skills/${name}`],
    }),
    [`skills/${name}/SKILL.md`]: text,
  };
}

async function askAll(origin, { token, questions, names, nothing }) {
  const search = async (query) => {
    const url = `${origin}/experimental/search?${new URLSearchParams({ q: query, 'page[size]': String(FIRST) })}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok)
      throw new Error(`search for "${query}": ${response.status} ${await response.text()}`);
    return (await response.json()).data;
  };
  const rankOf = async ([query, expected]) => {
    const wanted = new Set([expected].flat().map((name) => `bench/${name}`));
    return { query, rank: (await search(query)).findIndex(({ plugin }) => wanted.has(plugin)) + 1 };
  };
  const inTurn = async (list, work) => {
    const results = [];
    for (const each of list) results.push(await work(each));
    return results;
  };
  return {
    questions: await inTurn(questions, rankOf),
    names: await inTurn(names, rankOf),
    nothing: await inTurn(nothing, async (query) => ({
      query,
      quiet: (await search(query)).every(({ weak }) => weak),
    })),
  };
}

function rowsOf(database, { questions, names, nothing }) {
  const share = (list) => list.filter(({ rank }) => rank > 0).length / list.length;
  const rank =
    questions.reduce((sum, one) => sum + (one.rank > 0 ? 1 / one.rank : 0), 0) / questions.length;
  const quiet = nothing.filter((one) => one.quiet).length;
  const missed = (list) => list.filter((one) => one.rank === 0).map(({ query }) => query);
  const row = (title, { value, budget, list = [] }) => ({
    what: `${what}, ${database}: ${title}`,
    measured: Number.isInteger(value) ? String(value) : value.toFixed(3),
    comparedWith: list.length === 0 ? '' : `missed: ${list.join('; ')}`,
    budget: `at least ${budget}`,
    within: value >= budget,
  });
  return [
    row(`${questions.length} questions, recall in the first ten`, {
      value: share(questions),
      budget: BUDGETS.recall,
      list: missed(questions),
    }),
    row(`${questions.length} questions, mean reciprocal rank`, {
      value: rank,
      budget: BUDGETS.rank,
    }),
    row(`${names.length} misspelt or split names, recall in the first ten`, {
      value: share(names),
      budget: BUDGETS.names,
      list: missed(names),
    }),
    row(`${nothing.length} questions that nothing fits, answered by nothing or weak hits`, {
      value: quiet,
      budget: BUDGETS.nothing,
      list: nothing.filter((one) => !one.quiet).map(({ query }) => query),
    }),
  ];
}
