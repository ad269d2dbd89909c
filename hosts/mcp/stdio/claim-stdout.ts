import type { StdioStreams } from './stdio-transport.js';

/** Reserves stdout for the protocol: any other output of this process, such as a module's `console.log`, goes to stderr. */
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
