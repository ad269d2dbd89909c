import pino from 'pino';
import type { Log } from 'svc-registry/kernel';
import { loggedError } from './logged-error.js';

const secrets = ['authorization', 'cookie', 'password', 'secret', 'token'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Log of a server: JSON lines on stderr, written in batches; `flush` at the end. */
export function openLog(level: LogLevel): { log: Log; flush: () => void } {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 250 });
  const serializers = { err: loggedError, error: loggedError };
  const redact = { paths: secrets, censor: '[redacted]' };
  const logger = pino({ level, redact, serializers, base: { pid: process.pid } }, destination);
  const flush = (): void => {
    try {
      destination.flushSync();
    } catch (error) {
      // a stream that never opened has nothing to flush
      if (!String(error).includes('not ready')) throw error;
    }
  };
  return { log: logger, flush };
}
