// The visible steps of a script: each says what it does and shows its output as it comes.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A step that the rest of the script needs: when it fails, the script ends. */
export async function step(title, args, environment) {
  if (!(await succeeds(title, args, environment))) process.exit(1);
}

/**
 * Steps that do not need each other: a failed one does not keep the next from running. Ends the script when one has
 * failed, and repeats why at the end, where a reader of a long log looks first.
 */
export async function steps(list) {
  const failed = [];
  const reasons = failedTests();
  for (const [title, args, environment] of list)
    if (!(await succeeds(title, args, environment, reasons.read))) failed.push(title);
  if (failed.length === 0) return;
  for (const text of reasons.found()) console.error(`\n${text}`);
  console.error(`\n${failed.length} of ${list.length} stages failed: ${failed.join('; ')}.`);
  process.exit(1);
}

/** Finds in the output of jest why tests failed. */
function failedTests() {
  const LINES = 15;
  const TESTS = 5;
  const found = new Map();
  let open;
  return {
    read(line) {
      if (/^ {2}● .* › /.test(line)) found.set(line, (open = []));
      if (open !== undefined && open.length < LINES) open.push(line);
    },
    found: () => [...found.values()].slice(0, TESTS).map((lines) => lines.join('\n')),
  };
}

async function succeeds(title, args, environment = {}, onLine) {
  console.log(`\n== ${title}`);
  let stoppedBy;
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: onLine === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    if (onLine !== undefined)
      for (const name of ['stdout', 'stderr']) {
        child[name].pipe(process[name], { end: false });
        createInterface({ input: child[name] }).on('line', onLine);
      }
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
