import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../toolbox/file-errors.js';
import { signalGroup } from '../../toolbox/process-group.js';
import { Course } from './course.js';
import { ModelServer } from './model-server/model-server.js';
import { RegistryServer } from './registry-server.js';
import type { AgentRow, Scope } from './rows/row.js';
import type { ScratchProject } from './scratch-project.js';
import type { Seen } from './sights.js';
import { SERVER_TOOLS, TOKEN, type ServerToolTrace } from './traces.js';

/** How long processes may go on that the agent has left. */
const LEFT_LIMIT_MS = 20_000;
/** A limit against hanging: some agents look for a network for a while before they start. */
const RUN_LIMIT_MS = 480_000;

/** What is run: an agent in one scope, in a project of its own. */
export interface Run {
  readonly row: AgentRow;
  readonly scope: Scope;
  readonly scratch: ScratchProject;
  /** The tools of servers that its model calls. */
  readonly serverTools?: readonly ServerToolTrace[];
}

/** Starts a model, runs the agent against it once, and tells what is left to see. Before the run `setUp` is given the model's address. */
export async function observe(
  { row, scope, scratch, serverTools = SERVER_TOOLS }: Run,
  setUp: (model: string) => Promise<void>,
): Promise<Seen> {
  const course = new Course(row, scope, serverTools);
  const [model, registry] = await Promise.all([
    ModelServer.start(course.mind),
    RegistryServer.start(),
  ]);
  try {
    await setUp(model.origin);
    await runAgent(row, scratch, { model: model.origin, registry: registry.origin });
    const { project } = scratch;
    return { course, requests: model.requests, project, tokens: registry.tokens };
  } finally {
    await Promise.all([model.stop(), registry.stop()]);
  }
}

/** Runs the agent to its end, or for as long as it may take. What it printed is kept in `agent.log`. */
async function runAgent(
  row: AgentRow,
  scratch: ScratchProject,
  origins: { model: string; registry: string },
): Promise<void> {
  const { args, env } = row.start(origins.model);
  const log = createWriteStream(scratch.log);
  await once(log, 'open');
  // a group of its own: what the agent has started ends with it
  const child = spawn(row.starts ?? scratch.program, args, {
    cwd: scratch.project,
    env: { ...scratch.env, SVC_URL: origins.registry, SVC_TOKEN: TOKEN, ...env },
    stdio: ['ignore', log, log],
    detached: true,
  });
  const late = setTimeout(() => {
    signalGroup(child, 'SIGKILL');
  }, RUN_LIMIT_MS);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  clearTimeout(late);
  await lastHooks(child);
  signalGroup(child, 'SIGKILL');
  log.end(`\n[exit ${signal ?? code ?? ''}]\n`);
  await once(log, 'close');
}

/** OpenCode ends without waiting for what runs at `Stop`: waits until nothing is left of the agent's group. */
async function lastHooks({ pid }: ChildProcess): Promise<void> {
  const until = Date.now() + LEFT_LIMIT_MS;
  while (pid !== undefined && isGroupAlive(pid) && Date.now() < until) await sleep(100);
}

function isGroupAlive(leader: number): boolean {
  try {
    return process.kill(-leader, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    throw error;
  }
}
