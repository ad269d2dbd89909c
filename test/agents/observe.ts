import { join } from 'node:path';
import { Course } from './course.js';
import { ModelServer, type Mind } from './model-server/model-server.js';
import type { ModelRequest } from './model-server/protocol.js';
import { RegistryServer } from './registry-server.js';
import { linesOf } from './lines-of.js';
import { runAgent, type Session } from './run-agent.js';
import { TASK, type AgentRow, type Scope, type Start } from './rows/row.js';
import type { ScratchProject } from './scratch-project.js';
import type { Seen } from './sights.js';
import {
  COMMAND_TEXT,
  EVENT_LOG,
  HOOK_LOG,
  SERVER_TOOLS,
  TOKEN,
  type ServerToolTrace,
} from './traces.js';

/** What is run: an agent in one scope, in a project of its own. */
export interface Run {
  readonly row: AgentRow;
  readonly scope: Scope;
  readonly scratch: ScratchProject;
  /** The tools of servers that its model calls. */
  readonly serverTools?: readonly ServerToolTrace[];
  /** What a person types to call the plugin's command, after the run. */
  readonly command?: string | undefined;
}

/**
 * Starts a model, runs the agent against it once, and tells what is left to see. Before the run `setUp` is given the model's address. A command
 * of a plugin is called in a second run.
 */
export async function observe(
  { row, scope, scratch, serverTools = SERVER_TOOLS, command }: Run,
  setUp: (model: string) => Promise<void>,
): Promise<Seen> {
  const course = new Course(row, scope, serverTools);
  let mind: Mind = course.mind;
  const [model, registry] = await Promise.all([
    ModelServer.start((request) => mind(request)),
    RegistryServer.start(),
  ]);
  const run = async (start: Start, session?: Session): Promise<readonly ModelRequest[]> => {
    const before = model.requests.length;
    const env = { SVC_URL: registry.origin, SVC_TOKEN: TOKEN, ...start.env };
    const program = row.starts ?? scratch.program;
    await runAgent(scratch, { program, args: start.args, env, ...(session && { session }) });
    return model.requests.slice(before);
  };
  try {
    await setUp(model.origin);
    const requests = await run(row.start(model.origin, TASK));
    const { project } = scratch;
    const asked = linesOf(join(project, HOOK_LOG));
    const events = linesOf(join(project, EVENT_LOG));
    const seen = { course, requests, project, asked, events, tokens: registry.tokens };
    if (command === undefined) return seen;
    const arrived = new AbortController();
    mind = ({ shown }) => {
      if (shown.includes(COMMAND_TEXT)) arrived.abort();
      return { text: 'Done.' };
    };
    const session = row.session?.(model.origin);
    const called = await (session === undefined
      ? run(row.start(model.origin, command))
      : run(session, { types: command, until: arrived.signal }));
    return { ...seen, called };
  } finally {
    await Promise.all([model.stop(), registry.stop()]);
  }
}
