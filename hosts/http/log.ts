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
  /** For lines whose fields are known to be no secrets. Looking for secrets takes ten times as long as the rest of a line. */
  readonly plain: Log;
}

const serializers = { err: loggedError, error: loggedError };
const redact = { paths: secrets, censor: '[redacted]' };

/** Bytes from which on lines are written. */
const BATCH = 4096;
/** Milliseconds that fewer of them wait. */
const PAUSE = 250;
/** Bytes that may wait for a reader that does not read; lines beyond them are dropped. */
const MOST_WAITING = 1024 * 1024;
const URGENT = pino.levels.values['error'] ?? 50;

/** Log of a server. As JSON lines on stderr it is written in batches; the last ones when the process ends. */
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
  // what could not be written is tried again with the next lines: a full disk is no reason to end
  lines.on('error', () => undefined);
  const hooks: pino.LoggerOptions['hooks'] = {
    logMethod(parameters, write, lineLevel) {
      write.apply(this, parameters);
      // what comes next may be the end of the process
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
