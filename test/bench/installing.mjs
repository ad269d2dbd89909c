import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from '../../tools/scratch.mjs';
import { prepareRepositories, serveRepositories } from '../../tools/sources/repositories.mjs';
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
  args: (source) => [PROGRAM, 'install', source, '--agent', 'claude-code', '--yes'],
};

/** The budgets against each peer, as ratios. A repository of your own instead of the made ones: SVC_BENCH_SKILLS=<folder>. */
const COLLECTIONS = [
  { corpus: 'small', rounds: 15, budgets: { openskills: 0.7, skills: 1 } },
  { corpus: 'large', rounds: 9, budgets: { openskills: 0.5 } },
];

/** Installs of skills beside the peers, and an install that has nothing to do beside bare node: all in one run, in shuffled order. */
export async function measureInstalling(scratch) {
  return [...(await measureSources(scratch)), ...(await nothingToDo(scratch))];
}

/** Installs of skills from a folder and from a git host, beside the peers. */
export async function measureSources(scratch) {
  const { peers, problem } = installPeers();
  if (problem !== undefined) return [skipped(problem)];
  const folders = collections(scratch);
  const { origin, stop } = await serve(scratch);
  try {
    const hosted = COLLECTIONS.map((plan) => hostedAt(origin, plan));
    return [...folders, ...hosted].flatMap((each) => besidePeers(scratch, peers, each));
  } finally {
    stop();
  }
}

function collections(scratch) {
  const own = process.env.SVC_BENCH_SKILLS;
  const made = COLLECTIONS.map((plan) => ({
    ...plan,
    what: `${CORPORA[plan.corpus].skills} skills of a folder`,
    folder: writeSkills(join(scratch.folder, 'collections', plan.corpus), CORPORA[plan.corpus]),
  }));
  const plan = { rounds: 9, budgets: { openskills: 1, skills: 1 } };
  return own ? [...made, { ...plan, what: `skills of ${own}`, folder: own }] : made;
}

/** The made collections as repositories of a git host on loopback. */
function serve(scratch) {
  prepareRepositories(join(scratch.folder, 'collections'), scratch, []);
  return serveRepositories(scratch);
}

function hostedAt(origin, plan) {
  const what = `${CORPORA[plan.corpus].skills} skills of a git host`;
  return { ...plan, what, address: `${origin}/clones/${plan.corpus}.git` };
}

function besidePeers(scratch, peers, { what, folder, address, rounds, budgets }) {
  const medians = interleaved([OWN, ...peers], rounds, (subject, round) =>
    install(scratch, {
      subject,
      round,
      what,
      source: address ?? (subject === OWN ? `file:${folder}` : folder),
    }),
  );
  return [
    ...peers.map(({ name }) => againstPeer({ what, name, medians, budgets })),
    memoryRow(`install of ${what}`, medians.get('svc')),
  ];
}

/**
 * Each into a project and a home of its own. They stay until the end: for some seconds a file system may not give the numbers of
 * deleted files to new ones, and looks for others, which is slow.
 */
function install(scratch, { subject, round, source, what }) {
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
  return runWhole(subject.args(source), { cwd, env });
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
      {
        wall: of(all, 'wall'),
        cpu: of(all, 'cpu'),
        cpuOfAll: of(all, 'cpuOfAll'),
        memory: of(all, 'memory'),
      },
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
  const [wall, cpu] = [own.wall / peer.wall, own.cpuOfAll / peer.cpuOfAll];
  return {
    what: `install of ${what}`,
    measured: `${ms(own.wall)}, processor ${ms(own.cpuOfAll)} (ratio ${wall.toFixed(2)}, processor ${cpu.toFixed(2)})`,
    comparedWith: `${name}: ${ms(peer.wall)}, processor ${ms(peer.cpuOfAll)}, ${peer.memory.toFixed(0)} MB`,
    budget: limit === undefined ? 'none' : `ratio ${limit}, both`,
    within: limit === undefined || Math.max(wall, cpu) <= limit,
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
