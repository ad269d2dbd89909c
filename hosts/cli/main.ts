import { exitSoon } from './exit.js';
import { runProgram } from './program.js';

// the folder that the build wrote; the bundle keeps this file's own address
export const ended = runProgram(process.argv.slice(2), new URL('../../', import.meta.url)).then(
  (exitCode) => {
    process.exitCode = exitCode;
    exitSoon();
  },
);
