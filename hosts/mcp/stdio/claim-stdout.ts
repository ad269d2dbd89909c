import type { StdioStreams } from './stdio-transport.js';

/** Takes stdout for the protocol alone: what anything else in this process prints, such as a module by `console.log`, goes to stderr. */
export function claimStdout(): StdioStreams['output'] {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return {
    write,
    onError: (listener) => {
      stdout.on('error', listener);
    },
  };
}
