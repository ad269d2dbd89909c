import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { describeOnSqlite } from '../../contract/databases.js';

const schedule = (pid: number): string => `/proc/${pid}/task/${pid}/schedstat`;

/** A suite that asks what a server costs: of the systems that it runs on, only Linux tells. */
export const describeCosts: typeof describeOnSqlite = (name, suite) => {
  if (existsSync(schedule(process.pid))) describeOnSqlite(name, suite);
  else
    describe.skip(name, () => {
      it.todo('only Linux says what a thread costs');
    });
};

/**
 * Milliseconds that the main thread of a process has used a processor. Unlike the time on a clock it does not grow while other programs have the
 * processor.
 */
export function mainThreadMs(pid: number): number {
  const [nanoseconds = '0'] = readFileSync(schedule(pid), 'utf8').split(' ');
  return Number(nanoseconds) / 1_000_000;
}

/** What 99 of 100 do not exceed. */
export const p99Of = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;

/** The most memory that a process has ever held, in megabytes. */
export function mostMemoryMb(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
