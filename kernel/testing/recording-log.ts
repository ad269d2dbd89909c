import type { Log } from '../api/index.js';

/** A line of the log of a test host. */
export interface LogEntry {
  readonly level: keyof Log;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A log that keeps what is written to it. */
export function recordingLog(entries: LogEntry[]): Log {
  const write =
    (level: keyof Log) => (fields: Readonly<Record<string, unknown>>, message: string) => {
      entries.push({ level, fields, message });
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
