import { isDeepStrictEqual } from 'node:util';
import { serverEntry } from '../../session/server-entry.js';

const START = ['mcp', 'start'];

/** Whether an entry is svc's own tool server, in a form that `svc install` writes: nobody has to agree to that. */
export function isOwnServer(value: unknown, program: string | undefined): boolean {
  const { command, args, env: variables } = serverEntry(value);
  if (variables.size > 0) return false;
  const lines = [['svc', ...START]];
  if (program !== undefined) lines.push([program, ...START], [process.execPath, program, ...START]);
  return lines.some((line) => isDeepStrictEqual([command, ...args], line));
}
