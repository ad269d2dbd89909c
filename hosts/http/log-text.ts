import type { Fields } from '../../toolbox/type-guards.js';

export interface LogText {
  readonly level: 'note' | 'warning' | 'error';
  readonly text: string;
}

/** Levels as pino writes them. */
const WARN = 40;
const ERROR = 50;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function requestText({ method, path, status, ms, requestId, aborted }: Fields): string {
  const given = aborted === true ? ', but the client had disconnected' : '';
  return `${valueText(method)} ${valueText(path)} was answered with ${valueText(status)} after ${valueText(ms)} ms${given} (request ${valueText(requestId)})`;
}

function eventText(msg: string, fields: Fields): string {
  const { err, error = err, ...more } = fields;
  const facts = Object.entries(more).map(([name, value]) => `${name} ${valueText(value)}`);
  const cause = isObject(error) ? valueText(error['message'] ?? error) : error;
  return [
    msg,
    ...(facts.length === 0 ? [] : [` (${facts.join(', ')})`]),
    ...(cause === undefined ? [] : [`: ${valueText(cause)}`]),
  ].join('');
}

/** A JSON line of the log as a sentence for people, without details such as stack traces. */
export function logText(line: string): LogText {
  const { level, msg, ...fields } = JSON.parse(line) as Fields;
  const text = msg === 'request' ? requestText(fields) : eventText(valueText(msg ?? ''), fields);
  if (Number(level) >= ERROR) return { level: 'error', text };
  return { level: Number(level) >= WARN ? 'warning' : 'note', text };
}
