import { fstatSync } from 'node:fs';

/** What is piped in; `undefined` at a terminal. Asking for a terminal in the usual way would load what terminals need. */
export function standardInput(): NodeJS.ReadStream | undefined {
  return fstatSync(0).isCharacterDevice() ? undefined : process.stdin;
}
