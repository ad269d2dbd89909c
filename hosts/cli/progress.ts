import type { Progress } from 'svc-registry/kernel';
import type { Terminal } from './terminal.js';

/** Progress on stderr: what happens now on a line that is replaced, what stays on lines of its own. */
export function terminalProgress(terminal: Terminal): Progress {
  return {
    step: (text) => {
      terminal.status(terminal.style.dim(text));
    },
    note: (text) => {
      terminal.err(text);
    },
    warn: (text) => {
      terminal.err(`${terminal.style.yellow('warning:')} ${text}`);
    },
  };
}
