import { fstatSync } from 'node:fs';

/** Standard input; `undefined` at a terminal. The file's type is checked because `isTTY` would load node's terminal code. */
export function standardInput(): NodeJS.ReadStream | undefined {
  return fstatSync(0).isCharacterDevice() ? undefined : process.stdin;
}
