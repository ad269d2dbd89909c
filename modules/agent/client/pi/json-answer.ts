import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { fieldsOf, listOf } from '../../../../toolbox/type-guards.js';
import type { AgentRun, AgentUsage } from '../../contract/results.js';

const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function usageOf(value: unknown): AgentUsage {
  const { input, output, cacheRead, cacheWrite, cost } = fieldsOf(value);
  return {
    input: Math.trunc(numberOf(input)),
    output: Math.trunc(numberOf(output)),
    cacheRead: Math.trunc(numberOf(cacheRead)),
    cacheWrite: Math.trunc(numberOf(cacheWrite)),
    cost: numberOf(fieldsOf(cost)['total']),
  };
}

const NOTHING: AgentUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };

const sum = (a: AgentUsage, b: AgentUsage): AgentUsage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
  cost: a.cost + b.cost,
});

function writtenText(content: unknown): string {
  return listOf(content)
    .map(fieldsOf)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => textOf(text) ?? '')
    .join('');
}

/** What pi's stream of events (`--mode json`) comes to. */
export class JsonAnswer {
  private run: Omit<AgentRun, 'exitCode'> = {
    sessionId: null,
    model: null,
    text: null,
    error: null,
    usage: null,
  };

  constructor(private readonly keepsSession: boolean) {}

  /** One line of the stream. Other lines than events are passed over. */
  read(line: string): void {
    const event = fieldsOf(parsedJson(line));
    if (event['type'] === 'session' && this.keepsSession)
      this.run = { ...this.run, sessionId: textOf(event['id']) };
    const message = fieldsOf(event['message']);
    if (event['type'] === 'message_end' && message['role'] === 'assistant') this.answered(message);
  }

  private answered(message: Readonly<Record<string, unknown>>): void {
    const { provider, model, content, usage, stopReason, errorMessage } = message;
    const failed = stopReason === 'error' || stopReason === 'aborted';
    const name = textOf(model);
    this.run = {
      ...this.run,
      model: name === null ? null : `${textOf(provider) ?? '?'}/${name}`,
      text: failed ? null : writtenText(content),
      error: failed ? (textOf(errorMessage) ?? stopReason) : null,
      usage: sum(this.run.usage ?? NOTHING, usageOf(usage)),
    };
  }

  /** The answer, once pi has ended with this code. */
  ended(code: number, said: string): AgentRun {
    const { text, error } = this.run;
    if (code === 0 && text !== null) return { ...this.run, exitCode: 0 };
    const why = error ?? (said.trim() === '' ? 'The agent ended without an answer.' : said.trim());
    return { ...this.run, exitCode: code === 0 ? 1 : code, text: null, error: why };
  }
}
