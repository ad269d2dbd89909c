import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const REPORTER = fileURLToPath(new URL('report-usage.cjs', import.meta.url));

/** Runs node to its end: milliseconds from spawn to exit, processor time of all its threads in milliseconds, most memory in MB. */
export function runWhole(args, { cwd, env }) {
  const started = performance.now();
  const { status, stderr, output } = spawnSync(process.execPath, ['--require', REPORTER, ...args], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const wall = performance.now() - started;
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed (exit ${status}): ${stderr}`);
  return { wall, ...JSON.parse(output[3]) };
}
