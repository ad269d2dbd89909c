import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const REPORTER = fileURLToPath(new URL('report-usage.cjs', import.meta.url));

const TICK_MS = 10; // of Linux's counters

/**
 * Runs node to its end: milliseconds from spawn to exit, processor time of all its threads in milliseconds, most memory in MB; and in `cpuOfAll`
 * processor time with that of the programs it started, in steps of 10 ms, where the system counts that (`cpu` elsewhere).
 */
export function runWhole(args, { cwd, env }) {
  const started = performance.now();
  const before = ofChildren();
  const { status, stderr, output } = spawnSync(process.execPath, ['--require', REPORTER, ...args], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const wall = performance.now() - started;
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed (exit ${status}): ${stderr}`);
  const usage = JSON.parse(output[3]);
  const after = ofChildren();
  return { wall, ...usage, cpuOfAll: after === undefined ? usage.cpu : after - before };
}

/** Processor time of all programs that were started here and have ended, with theirs; `undefined` where it is not counted. */
function ofChildren() {
  if (process.platform !== 'linux') return undefined;
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
