import { exitSoon } from './exit.js';
import { runProgram } from './program.js';

// the folder that the build wrote, relative to this file: the bundle preserves its
// `import.meta.url`
export const ended = runProgram(process.argv.slice(2), new URL('../../', import.meta.url)).then(
  (exitCode) => {
    process.exitCode = exitCode;
    exitSoon();
  },
);
