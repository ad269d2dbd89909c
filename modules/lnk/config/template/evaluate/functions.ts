import { randomInt } from 'node:crypto';
import { checkedArguments, type Arguments, type Signature } from '../filters/signature.js';
import { ValueProblem } from '../template-error.js';
import type { Value } from './value.js';

/** What functions know of the process. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
}

interface TemplateFunction extends Signature {
  call(args: Arguments, host: Host): Value;
}

export const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map<string, TemplateFunction>([
  [
    'range',
    {
      parameters: {
        start: { type: 'count' },
        end: { type: 'count', required: true },
        step_by: { type: 'count' },
      },
      call: range,
    },
  ],
  ['now', { parameters: { timestamp: { type: 'flag' }, utc: { type: 'flag' } }, call: now }],
  [
    'throw',
    {
      parameters: { message: { type: 'text', required: true } },
      call: (args) => {
        throw new ValueProblem(args.text('message'), undefined, true);
      },
    },
  ],
  [
    'get_random',
    {
      parameters: { start: { type: 'integer' }, end: { type: 'integer', required: true } },
      call: random,
    },
  ],
  [
    'get_env',
    {
      parameters: { name: { type: 'text', required: true }, default: { type: 'any' } },
      call: environmentVariable,
    },
  ],
]);

/** @throws {ValueProblem} if there is no such function, or it cannot take its arguments */
export function callFunction(name: string, args: Arguments, host: Host): Value {
  const found = FUNCTIONS.get(name);
  if (found === undefined) {
    throw new ValueProblem(
      `Function '${name}' not found.`,
      `The functions are ${[...FUNCTIONS.keys()].join(', ')}.`,
      true,
    );
  }
  const parameters = new Map(Object.entries(found.parameters));
  return found.call(checkedArguments(`the function \`${name}\``, parameters, args), host);
}

function range(args: Arguments): readonly bigint[] {
  const start = args.integer('start', 0);
  const end = args.integer('end', 0);
  const step = args.integer('step_by', 1);
  if (start > end) throw new ValueProblem('The `start` of a range must not be after its `end`.');
  if (step === 0) throw new ValueProblem('The `step_by` of a range must not be 0.');
  const length = Math.ceil((end - start) / step);
  args.budget.step(length);
  return Array.from({ length }, (_, index) => BigInt(start + index * step));
}

function now(args: Arguments, host: Host): Value {
  const date = host.now();
  if (args.flag('timestamp')) return BigInt(Math.floor(date.getTime() / 1000));
  if (args.flag('utc')) return date.toISOString().replace(/(?:\.000)?Z$/, '+00:00');
  const offset = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offset * 60_000)
    .toISOString()
    .replace(/(?:\.000)?Z$/, '');
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${local}${offset < 0 ? '-' : '+'}${hours ?? ''}:${minutes ?? ''}`;
}

const MAX_RANDOM = 2 ** 31;

function random(args: Arguments): bigint {
  const start = args.integer('start', 0);
  const end = args.integer('end', 0);
  if (start < -MAX_RANDOM || end >= MAX_RANDOM || start >= end) {
    throw new ValueProblem(
      'The `start` of `get_random` must be before its `end`, both in 32 bits.',
    );
  }
  return BigInt(randomInt(start, end));
}

function environmentVariable(args: Arguments, host: Host): Value {
  const name = args.text('name');
  const value = Object.hasOwn(host.env, name) ? host.env[name] : undefined;
  const found = value ?? args.any('default');
  if (found !== undefined) return found;
  throw new ValueProblem(
    `Environment variable \`${name}\` not found.`,
    `Give it a fallback: get_env(name='${name}', default='…').`,
  );
}
