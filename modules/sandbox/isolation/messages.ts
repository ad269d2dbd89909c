import { fieldsOf, isRecord } from '../../../toolbox/type-guards.js';

/** The longest line: a piece of 64 KiB in base64 and what stands around it. */
export const LINE_BYTES = 96 * 1024;

const PIECE_BYTES = 64 * 1024;

/** What the runner inside says. Programs in the sandbox can forge each of these. */
export type RunnerMessage =
  | { readonly type: 'ready'; readonly port: number }
  | {
      readonly type: 'output';
      readonly id: number;
      readonly stream: 'stdout' | 'stderr';
      readonly data: Uint8Array;
    }
  | {
      readonly type: 'exit';
      readonly id: number;
      readonly code: number | null;
      readonly signal: string | null;
    }
  | { readonly type: 'piece'; readonly id: number; readonly data: Uint8Array }
  | { readonly type: 'done'; readonly id: number }
  | {
      readonly type: 'refused';
      readonly id: number;
      readonly why: Refusal;
      readonly code: string;
    };

const REFUSALS = ['absent', 'size', 'space', 'program', 'other'] as const;
export type Refusal = (typeof REFUSALS)[number];

type Check<T> = (value: unknown) => T;

/** The message is none of those that the runner sends. */
export class BadMessage extends Error {}

function fail(): never {
  throw new BadMessage('not a message');
}

const integer =
  (most: number): Check<number> =>
  (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
      ? (value as number)
      : fail();

const oneOf =
  <T extends string>(words: readonly T[]): Check<T> =>
  (value) =>
    words.find((word) => word === value) ?? fail();

const matching =
  (pattern: RegExp): Check<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : fail();

const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value) =>
    value === null ? null : check(value);

const base64 = matching(/^[A-Za-z0-9+/]*={0,2}$/);

const bytes: Check<Uint8Array> = (value) => {
  const data = Buffer.from(base64(value), 'base64');
  return data.length <= PIECE_BYTES ? data : fail();
};

const id = integer(Number.MAX_SAFE_INTEGER);

const FIELDS: Readonly<Record<RunnerMessage['type'], Readonly<Record<string, Check<unknown>>>>> = {
  ready: { port: integer(65_535) },
  output: { id, stream: oneOf(['stdout', 'stderr']), data: bytes },
  exit: { id, code: orNull(integer(255)), signal: orNull(matching(/^SIG[A-Z0-9+]{1,10}$/)) },
  piece: { id, data: bytes },
  done: { id },
  refused: { id, why: oneOf(REFUSALS), code: matching(/^[A-Z0-9_]{0,40}$/) },
};

const typeOf = oneOf(Object.keys(FIELDS) as RunnerMessage['type'][]);

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return fail();
  }
}

/** Reads one line strictly: exactly the fields of its type, each within its limits. Throws `BadMessage`. */
export function parseMessage(line: string): RunnerMessage {
  const value = parsed(line);
  if (!isRecord(value)) return fail();
  const type = typeOf(fieldsOf(value)['type']);
  const checks = Object.entries(FIELDS[type]);
  if (Object.keys(value).length !== checks.length + 1) return fail();
  const fields = checks.map(([name, check]) => [
    name,
    check(Object.hasOwn(value, name) ? value[name] : fail()),
  ]);
  return { type, ...Object.fromEntries(fields) } as RunnerMessage;
}
