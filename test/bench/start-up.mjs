import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from '../../tools/scratch.mjs';
import { configurationOf200Lines } from './lnk-config.mjs';
import { median } from './median.mjs';
import { projectWithPlugins } from './plugins.mjs';

const LNK = join(PROGRAM, '../lnk.cjs');
const ROUNDS = 25;
const PLUGINS = 50;
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  },
};

const HOOK_RUN = [PROGRAM, 'hook', 'run', '--agent=codex', '--event=PreToolUse'];
const HOOK_EVENT = JSON.stringify({
  hook_event_name: 'PreToolUse',
  session_id: 'bench',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});

/** Medians of whole processes, interleaved, so that whatever else the machine does meets all of them alike. */
export async function measureStartUp(scratch) {
  const project = await projectWithPlugins(scratch, PLUGINS);
  const hooks = projectsWithHooks(scratch);
  const subjects = [
    { what: '`node -e 0`', args: ['-e', '0'] },
    { what: '`svc --help`', args: [PROGRAM, '--help'], budget: 30 },
    { what: '`svc --version`', args: [PROGRAM, '--version'], budget: 30 },
    { what: '`lnk --help`', args: [LNK, '--help'], budget: 20 },
    {
      what: '`lnk config verify`, 200 lines',
      args: [LNK, 'config', 'verify', '-'],
      input: configurationOf200Lines(),
      budget: 80,
    },
    {
      what: `\`svc list --json\`, ${PLUGINS} plugins`,
      args: [PROGRAM, 'list', '--json'],
      budget: 90,
    },
    // ends by itself once the answer is out: there is nothing more on its standard input
    {
      what: '`svc mcp start`, first answer',
      args: [PROGRAM, 'mcp', 'start'],
      input: `${JSON.stringify(INITIALIZE)}\n`,
      budget: 80,
    },
    {
      what: '`svc hook run`, nothing to run',
      args: HOOK_RUN,
      cwd: hooks.none,
      input: HOOK_EVENT,
      budget: 8,
    },
    {
      what: '`svc hook run`, one no-op hook',
      args: HOOK_RUN,
      cwd: hooks.one,
      input: HOOK_EVENT,
      budget: 12,
      ofHook: true,
    },
    // what the no-op hook itself costs
    { what: '`true`', program: 'true', args: [] },
  ].map((subject) => ({ ...subject, times: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { times, cwd = project, ...subject } of subjects)
      times.push(timeOf(subject, { cwd, env: scratch.env }));
  }
  const measured = subjects.map((subject) => ({ ...subject, time: median(subject.times) }));
  const [bare, ...programs] = measured;
  const noOp = measured.at(-1).time;
  return programs
    .filter(({ budget }) => budget !== undefined)
    .map(({ what, time, budget, ofHook = false }) => ({
      what,
      measured: `${time.toFixed(0)} ms (+${(time - bare.time).toFixed(0)})`,
      comparedWith: `${bare.what} ${bare.time.toFixed(0)} ms${ofHook ? `, the hook itself ${noOp.toFixed(0)} ms` : ''}`,
      budget: `+${budget} ms`,
      within: time - bare.time - (ofHook ? noOp : 0) <= budget,
    }));
}

function timeOf({ program = process.execPath, args, input }, options) {
  const started = performance.now();
  const { status, stderr } = spawnSync(program, args, { ...options, input });
  const time = performance.now() - started;
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed (exit ${status}): ${String(stderr)}`);
  return time;
}

/** One project whose plugin has no hook for the event, and one whose plugin has one that does nothing. */
function projectsWithHooks(scratch) {
  const hooks = {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true', args: [] }] }],
  };
  return {
    none: projectWithHooks(scratch.makeFolder('no-hook'), {}),
    one: projectWithHooks(scratch.makeFolder('one-hook'), hooks),
  };
}

function projectWithHooks(folder, hooks) {
  const manifest = join(folder, '.svc/plugins/bench/hooks/.svc-plugin');
  mkdirSync(manifest, { recursive: true });
  writeFileSync(
    join(manifest, 'plugin.json'),
    JSON.stringify({ name: 'bench/hooks', version: '1.0.0', hooks }),
  );
  writeFileSync(
    join(folder, 'svc-lock.json'),
    JSON.stringify({ lockVersion: 1, plugins: { 'bench/hooks': { version: '1.0.0', hooks } } }),
  );
  return folder;
}
