import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from '../../tools/scratch.mjs';
import { median } from './median.mjs';
import { installPeers } from './peers.mjs';
import { projectWithPlugins } from './plugins.mjs';
import { CORPORA, writeSkills } from './skill-corpus.mjs';
import { runWhole } from './whole-process.mjs';

const MEMORY_MB = 150;
const DEPENDENCIES = 50;
const BARE = { name: '`node -e 0`', args: () => ['-e', '0'] };
const OWN = {
  name: 'svc',
  args: (skills) => [PROGRAM, 'install', `file:${skills}`, '--agent', 'claude-code', '--yes'],
};

/** The budgets against each peer, as ratios. A repository of your own instead of the made ones: SVC_BENCH_SKILLS=<folder>. */
const COLLECTIONS = [
  { corpus: 'small', rounds: 15, budgets: { openskills: 1, skills: 1 } },
  { corpus: 'large', rounds: 9, budgets: { openskills: 0.55 } },
];

/** Installs of local skills beside the peers, and an install that has nothing to do beside bare node: all in one run, in shuffled order. */
export async function measureInstalling(scratch) {
  const { peers, problem } = installPeers();
  const rows = problem === undefined ? collections(scratch, peers) : [skipped(problem)];
  return [...rows, ...(await nothingToDo(scratch))];
}

function collections(scratch, peers) {
  const own = process.env.SVC_BENCH_SKILLS;
  const sources = COLLECTIONS.map((plan) => ({
    ...plan,
    what: `${CORPORA[plan.corpus].skills} skills`,
    ...source(scratch, plan.corpus),
  }));
  if (own)
    sources.push({
      what: `skills of ${own}`,
      folder: own,
      rounds: 9,
      budgets: { openskills: 1, skills: 1 },
    });
  return sources.flatMap(({ what, folder, rounds, budgets }) => {
    const medians = interleaved([OWN, ...peers], rounds, (subject, round) =>
      install(scratch, { subject, round, folder, what }),
    );
    return [
      ...peers.map(({ name }) => againstPeer({ what, name, medians, budgets })),
      memoryRow(`install of ${what}`, medians.get('svc')),
    ];
  });
}

function source(scratch, corpus) {
  return { folder: writeSkills(join(scratch.folder, 'collections', corpus), CORPORA[corpus]) };
}

/**
 * Each into a project and a home of its own. They stay until the end: for some seconds a file system may not give the numbers of
 * deleted files to new ones, and looks for others, which is slow.
 */
function install(scratch, { subject, round, folder, what }) {
  const place = scratch.makeFolder(
    join('installs', `${what}-${subject.name}-${round}`.replaceAll(/[^\w.-]/g, '-')),
  );
  const [cwd, home] = ['project', 'home'].map((name) => join(place, name));
  for (const each of [join(cwd, '.git'), home]) mkdirSync(each, { recursive: true });
  const silent = { DO_NOT_TRACK: '1', DISABLE_TELEMETRY: '1', CI: '1' };
  const env = {
    ...scratch.env,
    ...silent,
    HOME: home,
    USERPROFILE: home,
    SVC_HOME: join(home, '.svc'),
  };
  return runWhole(subject.args(folder), { cwd, env });
}

async function nothingToDo(scratch) {
  const cwd = await projectWithPlugins(scratch, DEPENDENCIES);
  const again = { name: 'svc', args: () => [PROGRAM, 'install'] };
  const medians = interleaved([BARE, again], 25, ({ args }) =>
    runWhole(args(), { cwd, env: scratch.env }),
  );
  const [bare, own] = [medians.get(BARE.name), medians.get('svc')];
  const what = `\`svc install\`, ${DEPENDENCIES} plugins in place`;
  const [wall, cpu] = [own.wall - bare.wall, own.cpu - bare.cpu];
  return [
    {
      what,
      measured: `${ms(own.wall)} (+${wall.toFixed(0)}), processor ${ms(own.cpu)} (+${cpu.toFixed(0)})`,
      comparedWith: `${BARE.name} ${ms(bare.wall)}, processor ${ms(bare.cpu)}`,
      budget: '+110 ms',
      within: wall <= 110,
    },
    memoryRow(what, own),
  ];
}

/** Medians of each subject; every round in another order, so that none always comes after the same other. */
function interleaved(subjects, rounds, measure) {
  const runs = new Map(subjects.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const subject of shuffled(subjects)) {
      const run = measure(subject, round);
      if (round >= 0) runs.get(subject.name).push(run); // the first one warms the disk's cache
    }
  }
  const of = (all, figure) => median(all.map((run) => run[figure]));
  return new Map(
    [...runs].map(([name, all]) => [
      name,
      { wall: of(all, 'wall'), cpu: of(all, 'cpu'), memory: of(all, 'memory') },
    ]),
  );
}

function shuffled(subjects) {
  return subjects
    .map((subject) => ({ subject, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ subject }) => subject);
}

function againstPeer({ what, name, medians, budgets }) {
  const [own, peer] = [medians.get('svc'), medians.get(name)];
  const limit = budgets[name.split(' ')[0]];
  const ratio = own.wall / peer.wall;
  return {
    what: `install of ${what}`,
    measured: `${ms(own.wall)}, processor ${ms(own.cpu)} (ratio ${ratio.toFixed(2)}, processor ${(own.cpu / peer.cpu).toFixed(2)})`,
    comparedWith: `${name}: ${ms(peer.wall)}, processor ${ms(peer.cpu)}, ${peer.memory.toFixed(0)} MB`,
    budget: limit === undefined ? 'none' : `ratio ${limit}`,
    within: limit === undefined || ratio <= limit,
  };
}

function memoryRow(what, { memory }) {
  return {
    what: `memory of ${what}`,
    measured: `${memory.toFixed(0)} MB`,
    comparedWith: '',
    budget: `${MEMORY_MB} MB`,
    within: memory <= MEMORY_MB,
  };
}

function skipped(problem) {
  return {
    what: 'installs beside other installers',
    measured: 'skipped',
    comparedWith: problem,
    budget: '',
    skipped: true,
  };
}

const ms = (value) => `${value.toFixed(0)} ms`;
