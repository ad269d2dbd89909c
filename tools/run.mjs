// Runs child programs for the other scripts here. No dependencies: it works before anything is installed.
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

/** Runs a program to its end and collects what it printed. Answers, never throws: `code` is 127 when it cannot be started. */
export function run(command, args, options = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: needsShell(command),
      ...options,
    });
    let output = '';
    const finish = (code) =>
      resolve({ code, output, seconds: (performance.now() - started) / 1000 });
    const collect = (chunk) => {
      output += chunk;
      options.onOutput?.(String(chunk));
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.on('close', (code, signal) => finish(code ?? (signal === null ? 1 : 128)));
  });
}

/** npm and npx are batch files on Windows, which node starts through a shell only. */
function needsShell(command) {
  return process.platform === 'win32' && ['npm', 'npx'].includes(command);
}

/** The path of a development tool's program, to be run with this very node. */
export function tool(name) {
  return fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url));
}
