import type { ModelRequest, Reply, ToolCall } from './model-server/protocol.js';
import type { Mind } from './model-server/model-server.js';
import type { AgentRow, Scope } from './rows/row.js';
import { ALLOWED_FILE, FORBIDDEN_COMMAND, type ServerToolTrace } from './traces.js';

/** What the agent's tools answered to our model. */
export interface Answers {
  readonly forbidden: string;
  /** One answer for each tool that was to be called. */
  readonly serverTools: readonly string[];
  /** The text of the rules, read where our reference points; empty for a plugin that has none. */
  readonly rules: string;
}

/** What our model does with an agent, one call after the other: it tries what must pass and what must not, and follows our references. */
export class Course {
  readonly #calls: Generator<ToolCall, Answers, string>;
  readonly #replies: Reply[] = [];
  #answers: Answers | undefined;

  constructor(
    row: AgentRow,
    scope: Scope,
    readonly serverTools: readonly ServerToolTrace[],
  ) {
    this.#calls = callsOf(row, scope, serverTools);
  }

  /** What was answered; `undefined` when the agent did not go through to the end. */
  get answers(): Answers | undefined {
    return this.#answers;
  }

  /** Requests without tools are asides, such as for a title. An agent that asks again is told the same again. */
  readonly mind: Mind = (request: ModelRequest) => {
    if (request.tools.length === 0) return { text: 'Tea' };
    const at = request.toolResults.length;
    while (this.#replies.length <= at)
      this.#replies.push(this.#next(request.toolResults[this.#replies.length - 1]));
    return this.#replies[at] ?? DONE;
  };

  #next(result: string | undefined): Reply {
    if (this.#answers !== undefined) return DONE;
    const { done, value } = this.#calls.next(result ?? '');
    if (done !== true) return { call: value };
    this.#answers = value;
    return DONE;
  }
}

/** Where our reference to the rules leads. */
const FOLDERS: Readonly<Record<Scope, string>> = { project: '.svc', user: '~/.svc' };

const DONE: Reply = { text: 'Done.' };

function* callsOf(
  row: AgentRow,
  scope: Scope,
  tools: readonly ServerToolTrace[],
): Generator<ToolCall, Answers, string> {
  yield row.shell(`echo fine > ${ALLOWED_FILE}`);
  const forbidden = yield row.shell(FORBIDDEN_COMMAND);
  const serverTools: string[] = [];
  for (const [index, tool] of tools.entries()) {
    for (const call of row.serverTool?.(tool) ?? []) serverTools[index] = yield call;
  }
  if (row.vendorPlugin !== undefined) return { forbidden, serverTools, rules: '' };
  const folder = FOLDERS[scope];
  const references = yield row.shell(`cat ${folder}/RULES.md`);
  const rules = yield row.shell(`cd ${folder} && cat ${linksOf(references).join(' ')}`);
  return { forbidden, serverTools, rules };
}

/** The targets of Markdown links. */
function linksOf(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, target]) => target ?? '');
}
