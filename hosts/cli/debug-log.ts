import type { Log } from 'svc-registry/kernel';
import type { Terminal } from './terminal.js';

const silent: Log['info'] = () => {
  // a client keeps no log
};

/** Log of a command: JSON lines on stderr while SVC_DEBUG is set, otherwise silent. */
export function debugLog(terminal: Terminal, debug: boolean): Log {
  if (!debug) return { debug: silent, info: silent, warn: silent, error: silent };
  const line =
    (level: string): Log['info'] =>
    (fields, message) => {
      terminal.err(JSON.stringify({ level, message, ...fields }));
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
