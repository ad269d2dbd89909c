// The visible steps of a script: each says what it does and shows its output as it comes.
import { spawn } from 'node:child_process';

/** A step that the rest of the script needs: when it fails, the script ends. */
export async function step(title, args, environment) {
  if (!(await succeeds(title, args, environment))) process.exit(1);
}

/** Steps that do not need each other: a failed one does not keep the next from running. Ends the script when one has failed. */
export async function steps(list) {
  const failed = [];
  for (const [title, args, environment] of list)
    if (!(await succeeds(title, args, environment))) failed.push(title);
  if (failed.length === 0) return;
  console.error(`\n${failed.length} of ${list.length} stages failed: ${failed.join('; ')}.`);
  process.exit(1);
}

async function succeeds(title, args, environment = {}) {
  console.log(`\n== ${title}`);
  let stoppedBy;
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    child.on('error', () => resolve(127));
    child.on('close', (status) => resolve(status ?? 1));
    // Ctrl+C reaches the child from the terminal: stay until it has stopped; other stops are passed on
    process.once('SIGINT', () => (stoppedBy = 130));
    process.once('SIGTERM', () => {
      stoppedBy = 143;
      child.kill('SIGTERM');
    });
  });
  if (stoppedBy !== undefined) process.exit(stoppedBy);
  if (code !== 0) console.error(`\n${title} failed (exit ${code}).`);
  return code === 0;
}

export function postgresNote() {
  return process.env.SVC_TEST_POSTGRES_URL
    ? 'Tests run on SQLite and on PostgreSQL.'
    : 'Tests run on SQLite. For PostgreSQL too, set SVC_TEST_POSTGRES_URL, for example postgres://postgres@127.0.0.1:5432/test';
}
