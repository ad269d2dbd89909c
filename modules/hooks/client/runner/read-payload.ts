import type { Readable } from 'node:stream';
import { isRecord } from '../../../../toolbox/type-guards.js';
import type { Payload } from './dialects/dialect.js';

/** Milliseconds without anything new after which a whole document counts as all that comes: not every agent closes the pipe. */
const QUIET = 100;
/** Milliseconds without anything new after which reading ends. */
const MAX_IDLE = 5_000;
/** Bytes that are read at most; a tool's response can be large. */
const LONGEST = 64 * 1024 * 1024;

export interface ReadPayload {
  /** `undefined` when nothing, or nothing that can be used, was sent. */
  readonly payload: Payload | undefined;
  readonly problem: string | undefined;
}

/** Reads what the agent tells about the event. */
export async function readPayload(stdin: Readable | undefined): Promise<ReadPayload> {
  const text = stdin === undefined ? '' : await readText(stdin);
  if (text.trim() === '') return { payload: undefined, problem: undefined };
  const value = parsed(text);
  if (isRecord(value)) return { payload: value, problem: undefined };
  return {
    payload: undefined,
    problem: 'what the agent sent is not a JSON document; hooks for named tools do not run',
  };
}

function parsed(text: string): unknown {
  try {
    // without the byte order mark that programs on Windows like to begin with
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

/** To the end, or until nothing more seems to come. */
function readText(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let [size, quiet] = [0, 0];
  return new Promise((done) => {
    const text = (): string => Buffer.concat(chunks).toString('utf8');
    const finish = (): void => {
      clearInterval(clock);
      stdin.pause();
      done(text());
    };
    const clock = setInterval(() => {
      quiet += QUIET;
      if (quiet >= MAX_IDLE || (quiet === QUIET && parsed(text()) !== undefined)) finish();
    }, QUIET);
    stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      [size, quiet] = [size + chunk.length, 0];
      if (size > LONGEST) finish();
    });
    // what came before an error may be all there is
    stdin.on('end', finish).on('error', finish);
  });
}
