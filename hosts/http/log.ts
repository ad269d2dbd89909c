import pino from 'pino';
import type { Log } from 'svc-registry/kernel';
import { LogLines } from './log-lines.js';
import { loggedError } from './logged-error.js';

const secrets = ['authorization', 'cookie', 'password', 'secret', 'token'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Log of a server: JSON lines on stderr, written in batches; the last ones when the process ends. */
export function openLog(level: LogLevel): Log {
  const lines = new LogLines(2);
  const serializers = { err: loggedError, error: loggedError };
  const redact = { paths: secrets, censor: '[redacted]' };
  const logger = pino({ level, redact, serializers, base: { pid: process.pid } }, lines);
  lines.dropped = (count) => {
    logger.warn({ lines: count }, 'lines of this log are missing: there was no room for them');
  };
  process.once('exit', () => {
    lines.flushSync();
  });
  return logger;
}
