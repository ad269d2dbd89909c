import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from '../../tools/scratch.mjs';
import { median } from './median.mjs';

const ROUNDS = 25;
const PLUGINS = 50;
const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

/** Medians of whole processes, interleaved, so that whatever else the machine does meets all of them alike. */
export async function measureStartUp(scratch) {
  const project = await projectWithPlugins(scratch);
  const subjects = [
    { what: '`node -e 0`', args: ['-e', '0'] },
    { what: '`svc --help`', args: [PROGRAM, '--help'], budget: 30 },
    { what: '`svc --version`', args: [PROGRAM, '--version'], budget: 30 },
    { what: `\`svc list --json\`, ${PLUGINS} plugins`, args: [PROGRAM, 'list', '--json'], budget: 90 },
    // ends by itself once the answer is out: there is nothing more on its standard input
    { what: '`svc mcp start`, first answer', args: [PROGRAM, 'mcp', 'start'], input: `${JSON.stringify(INITIALIZE)}\n`, budget: 80 },
  ].map((subject) => ({ ...subject, times: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { args, times, input } of subjects) times.push(timeOf(args, { cwd: project, env: scratch.env, input }));
  }
  const [bare, ...programs] = subjects.map((subject) => ({ ...subject, time: median(subject.times) }));
  return programs.map(({ what, time, budget }) => ({
    what,
    measured: `${time.toFixed(0)} ms (+${(time - bare.time).toFixed(0)})`,
    comparedWith: `${bare.what} ${bare.time.toFixed(0)} ms`,
    budget: `+${budget} ms`,
    within: time - bare.time <= budget,
  }));
}

function timeOf(args, options) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, options);
  const time = performance.now() - started;
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed (exit ${status}): ${String(stderr)}`);
  return time;
}

async function projectWithPlugins(scratch) {
  const project = scratch.makeFolder('fifty');
  const sources = Array.from({ length: PLUGINS }, (_, index) => writePlugin(join(scratch.folder, 'sources'), `bench/plugin-${index + 1}`));
  await scratch.json(['init', '--agent', 'claude-code'], { cwd: project });
  await scratch.json(['install', '--yes', ...sources.map((folder) => `file:${folder}`)], { cwd: project });
  return project;
}

function writePlugin(root, name) {
  const folder = join(root, name);
  const skill = name.split('/')[1];
  mkdirSync(join(folder, '.svc-plugin'), { recursive: true });
  mkdirSync(join(folder, 'skills', skill), { recursive: true });
  writeFileSync(join(folder, '.svc-plugin', 'plugin.json'), JSON.stringify({ name, version: '1.0.0', description: 'One of many' }));
  writeFileSync(join(folder, 'skills', skill, 'SKILL.md'), `---\nname: ${skill}\ndescription: One of many.\n---\n\nDo it.\n`);
  return folder;
}
