// One visible step of a script: says what it does, shows the output as it comes, ends the script when it fails.
import { spawn } from 'node:child_process';

export async function step(title, args, environment = {}) {
  console.log(`\n== ${title}`);
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
    child.on('error', () => resolve(127));
    child.on('close', (status) => resolve(status ?? 1));
    // Ctrl+C reaches the child from the terminal: stay until it has stopped; other stops are passed on
    process.once('SIGINT', () => undefined);
    process.once('SIGTERM', () => child.kill('SIGTERM'));
  });
  if (code === 0) return;
  console.error(`\n${title} failed (exit ${code}).`);
  process.exit(1);
}

export function postgresNote() {
  return process.env.SVC_TEST_POSTGRES_URL
    ? 'Tests run on SQLite and on PostgreSQL.'
    : 'Tests run on SQLite. For PostgreSQL too, set SVC_TEST_POSTGRES_URL, for example postgres://postgres@127.0.0.1:5432/test';
}
