import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Course } from './course.js';
import type { ModelRequest, ToolCall } from './model-server/protocol.js';
import { otherEvents, type AgentRow, type Aspect, type OtherEvent } from './rows/row.js';
import {
  ALLOWED_FILE,
  BLOCK_REASON,
  COMMAND_TEXT,
  COMMAND_TRACE,
  FORBIDDEN_COMMAND,
  FORBIDDEN_FILE,
  heard,
  RULE_TRACE,
  RULES_FILE,
  SKILL_TRACE,
  SUBAGENT_TRACE,
  TOKEN,
  type ServerToolTrace,
} from './traces.js';

/** Whether something of ours was seen at work, and what there is to say about it. */
export interface Sight {
  readonly seen: boolean;
  readonly note: string;
}

/** One run of an agent, seen from its model and from its project. */
export type Observation = Readonly<Record<Aspect, Sight>>;

/** What a run has left behind. */
export interface Seen {
  readonly course: Course;
  readonly requests: readonly ModelRequest[];
  readonly project: string;
  /** The commands that the hook was asked about, and the events that the others were told of. */
  readonly asked: readonly string[];
  readonly events: readonly string[];
  /** What the model was asked when a person called the plugin's command; left out where nobody did. */
  readonly called?: readonly ModelRequest[];
  /** What the server of `SVC_URL` was sent as tokens. */
  readonly tokens: readonly string[];
}

/** What of our work was to be seen in a run. */
export function sights(row: AgentRow, seen: Seen): Observation {
  return {
    skill: skill(row, seen),
    rule: rule(seen),
    subagent: subagent(seen),
    toolServer: toolServer(row, seen),
    variables: variables(seen),
    hook: hook(row, seen),
    events: events(row, seen),
  };
}

function skill({ skillTraces = [SKILL_TRACE] }: AgentRow, { requests }: Seen): Sight {
  const unseen = skillTraces.filter(
    (trace) => !requests.some(({ shown }) => shown.includes(trace)),
  );
  return {
    seen: unseen.length === 0,
    note: unseen.map((trace) => `"${trace}" is in no request`).join('; '),
  };
}

function subagent({ requests }: Seen): Sight {
  const seen = requests.some(({ shown }) => shown.includes(SUBAGENT_TRACE));
  return { seen, note: seen ? '' : 'its description is in no request' };
}

/** What the model is shown before it has used a tool. */
function atFirst(requests: readonly ModelRequest[]): string {
  return requests
    .filter(({ toolResults }) => toolResults.length === 0)
    .map(({ shown }) => shown)
    .join('\n');
}

function rule({ requests, course }: Seen): Sight {
  const shown = atFirst(requests);
  if (shown.includes(RULE_TRACE)) return { seen: true, note: 'as text' };
  if (!shown.includes(RULES_FILE))
    return { seen: false, note: 'neither the text nor our reference is in the first request' };
  const seen = course.answers?.rules.includes(RULE_TRACE) === true;
  return { seen, note: seen ? 'by reference' : 'the reference is shown, but leads to no text' };
}

function toolServer(row: AgentRow, seen: Seen): Sight {
  const problems = seen.course.serverTools.flatMap((tool, index) =>
    problemOfTool(row, seen, { ...tool, answer: seen.course.answers?.serverTools[index] }),
  );
  return { seen: problems.length === 0, note: problems.join('; ') };
}

/** What an agent does where svc is not installed: it goes on, and its model can learn how to get svc. */
export function withoutSvc(row: AgentRow, seen: Seen): Sight {
  const servers = toolServer(row, seen);
  const problems = [
    ...(servers.seen ? [] : [servers.note]),
    ...(existsSync(join(seen.project, ALLOWED_FILE)) ? [] : ['a shell command did not run']),
    ...(seen.course.answers === undefined ? ['the run did not come to its end'] : []),
  ];
  return { seen: problems.length === 0, note: problems.join('; ') };
}

function problemOfTool(
  row: AgentRow,
  { requests }: Seen,
  { server, tool, trace, answer = 'nothing' }: ServerToolTrace & { answer: string | undefined },
): readonly string[] {
  const call = row.serverTool?.({ server, tool }).at(-1);
  if (call === undefined || !requests.some((request) => isOffered(call, request)))
    return [`${tool} of ${server} is not offered`];
  return answer.includes(trace) ? [] : [`${tool} of ${server} answered: ${answer}`];
}

function variables({ tokens }: Seen): Sight {
  if (tokens.includes(TOKEN)) return { seen: true, note: '' };
  return {
    seen: false,
    note: tokens.length === 0 ? 'SVC_URL did not reach svc' : 'SVC_TOKEN did not reach svc',
  };
}

/** Agents that load tools on request name them in a message first. */
function isOffered({ tool, namespace }: ToolCall, { tools, shown }: ModelRequest): boolean {
  return namespace === undefined
    ? tools.includes(tool) || shown.includes(tool)
    : tools.includes(`${namespace}.${tool}`);
}

/** Whether the model gets the text of the plugin's command when a person calls it; left out where nobody did. */
export function commandSight({ requests, called }: Seen): Sight | undefined {
  if (called === undefined) return undefined;
  if (!called.some(({ shown }) => shown.includes(COMMAND_TEXT)))
    return { seen: false, note: 'called by its name it brings no text' };
  const listed = requests.some(({ shown }) => shown.includes(COMMAND_TRACE));
  return { seen: true, note: listed ? '' : 'for people only' };
}

function hook({ untold = [] }: AgentRow, { course, project, asked }: Seen): Sight {
  const wrote = (file: string): boolean => existsSync(join(project, file));
  const runs = asked.filter((each) => each === FORBIDDEN_COMMAND).length;
  if (runs === 0)
    return { seen: false, note: 'it was not asked about the command that it forbids' };
  const isTold = course.answers?.forbidden.includes(BLOCK_REASON) === true;
  const isUntold = untold.includes('PreToolUse');
  const problems = [
    ...(runs === 1 ? [] : [`it ran ${runs} times for one command`]),
    ...(wrote(ALLOWED_FILE) ? [] : ['a command that it lets pass did not run']),
    ...(wrote(FORBIDDEN_FILE) ? ['the command that it forbids ran'] : []),
    ...(isTold || isUntold ? [] : ['the model was not told the reason']),
  ];
  const notes = isUntold ? ['nothing is told of the reason'] : [];
  const seen = problems.length === 0;
  return { seen, note: (seen ? notes : problems).join('; ') };
}

/** How often each event happens in a run: three shell commands get through, one where no rules are read. */
const timesOf = (event: OtherEvent, { missing = [], vendorPlugin }: AgentRow): number => {
  if (missing.includes(event)) return 0;
  return event === 'PostToolUse' && vendorPlugin === undefined ? 3 : 1;
};

function events(row: AgentRow, { requests, events: noted }: Seen): Sight {
  const { missing = [], untold = [] } = row;
  const problems = otherEvents.flatMap((event) => {
    const times = noted.filter((each) => each === event).length;
    const expected = timesOf(event, row);
    if (times !== expected) return [`${event} fired ${times} times, not ${expected}`];
    return expected === 0 ||
      untold.includes(event) ||
      event === 'Stop' ||
      requests.some(({ shown }) => shown.includes(heard(event)))
      ? []
      : [`the model was not told of ${event}`];
  });
  const seen = problems.length === 0;
  const silent = untold.filter((event) => event !== 'PreToolUse');
  const notes = [
    ...missing.map((event) => `without ${event}`),
    ...(silent.length > 0 ? [`nothing is told of ${silent.join(', ')}`] : []),
  ];
  return { seen, note: (seen ? notes : problems).join('; ') };
}
