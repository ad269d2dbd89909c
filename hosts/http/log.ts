import pino from 'pino';
import type { Log, Progress } from 'svc-registry/kernel';
import { logText } from './log-text.js';
import { loggedError } from './logged-error.js';

const secrets = ['authorization', 'cookie', 'password', 'secret', 'token'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** JSON lines for programs, or text for people. */
export type LogForm = 'json' | 'text';

/** Notices and warnings for the person at the terminal. */
export type Teller = Pick<Progress, 'note' | 'warn'>;

interface LogOptions {
  readonly logLevel: LogLevel;
  readonly log: LogForm;
}

export interface ServerLog extends Log {
  /** For lines whose fields cannot contain secrets: redacting secrets takes ten times as long as the rest of a line. */
  readonly plain: Log;
}

const serializers = { err: loggedError, error: loggedError };
const redact = { paths: secrets, censor: '[redacted]' };

/** Buffered bytes at which lines are written. */
const BATCH = 4096;
/** Milliseconds after which fewer bytes are written too. */
const PAUSE = 250;
/** Bytes that are buffered while the reader does not read; further lines are dropped. */
const MOST_WAITING = 1024 * 1024;
const URGENT = pino.levels.values['error'] ?? 50;

/** Log of a server. JSON lines are written to stderr in batches, and flushed when the process ends. */
export function openLog({ logLevel: level, log }: LogOptions, teller: Teller): ServerLog {
  if (log === 'text') {
    const write = (line: string): void => {
      tell(line, teller);
    };
    return withPlain(pino({ level, redact, serializers, base: null, timestamp: false }, { write }));
  }
  const lines = pino.destination({
    fd: 2,
    sync: false,
    minLength: BATCH,
    periodicFlush: PAUSE,
    maxLength: MOST_WAITING,
  });
  // unwritten lines are retried with the next ones: a full disk must not end the server
  lines.on('error', () => undefined);
  const hooks: pino.LoggerOptions['hooks'] = {
    logMethod(parameters, write, lineLevel) {
      write.apply(this, parameters);
      // the process may end right after an error
      if (lineLevel >= URGENT) lines.flush();
    },
  };
  return withPlain(pino({ level, redact, serializers, hooks, base: { pid: process.pid } }, lines));
}

function withPlain(logger: pino.Logger): ServerLog {
  return Object.assign(logger, { plain: logger.child({}, { redact: [] }) });
}

function tell(line: string, teller: Teller): void {
  const { level, text } = logText(line);
  if (level === 'warning') teller.warn(text);
  else teller.note(level === 'error' ? `error: ${text}` : text);
}
