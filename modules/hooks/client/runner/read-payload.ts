import type { Readable } from 'node:stream';
import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { isRecord } from '../../../../toolbox/type-guards.js';
import type { Payload } from './dialects/dialect.js';

/** Milliseconds without new data after which a complete document is accepted: not every agent closes the pipe. */
const QUIET = 100;
/** Milliseconds without new data after which reading ends. */
const MAX_IDLE = 5_000;
/** The most bytes that are read; a tool's response can be large. */
const LONGEST = 64 * 1024 * 1024;

export interface ReadPayload {
  /** `undefined` when the input is empty or unusable. */
  readonly payload: Payload | undefined;
  readonly problem: string | undefined;
}

/** Reads the event's payload from the agent. */
export async function readPayload(stdin: Readable | undefined): Promise<ReadPayload> {
  const text = stdin === undefined ? '' : await readText(stdin);
  if (text === '') return { payload: undefined, problem: undefined };
  const value = parsedJson(text);
  if (isRecord(value)) return { payload: value, problem: undefined };
  return {
    payload: undefined,
    problem: 'what the agent sent is not a JSON document; hooks for named tools do not run',
  };
}

/** Reads to the end, or until no more data is expected. */
function readText(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let [size, quiet] = [0, 0];
  return new Promise((done) => {
    // `trim` also removes a byte order mark, as some programs on Windows write it
    const text = (): string => Buffer.concat(chunks).toString('utf8').trim();
    const finish = (): void => {
      clearInterval(clock);
      stdin.pause();
      done(text());
    };
    const clock = setInterval(() => {
      quiet += QUIET;
      if (quiet >= MAX_IDLE || (quiet === QUIET && parsedJson(text()) !== undefined)) finish();
    }, QUIET);
    stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      [size, quiet] = [size + chunk.length, 0];
      if (size > LONGEST) finish();
    });
    // the data before an error may be complete
    stdin.on('end', finish).on('error', finish);
  });
}
