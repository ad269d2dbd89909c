import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { signalGroup } from '../../toolbox/process-group.js';
import { Course } from './course.js';
import { ModelServer } from './model-server/model-server.js';
import { RegistryServer } from './registry-server.js';
import type { AgentRow, Scope } from './rows/row.js';
import type { ScratchProject } from './scratch-project.js';
import type { Seen } from './sights.js';
import { SERVER_TOOLS, TOKEN, type ServerToolTrace } from './traces.js';

/** A limit against hanging: some agents look for a network for a while before they start. */
const RUN_LIMIT_MS = 180_000;

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
  signalGroup(child, 'SIGKILL');
  log.end(`\n[exit ${signal ?? code ?? ''}]\n`);
  await once(log, 'close');
}
