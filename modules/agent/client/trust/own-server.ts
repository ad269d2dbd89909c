import { isDeepStrictEqual } from 'node:util';
import { plainCall, sharedCall } from '../../../install/contract/own-tool-server.js';
import { serverEntry } from '../../session/server-entry.js';

/** Whether an entry is svc's own tool server, in a form that `svc install` writes: nobody has to agree to that. */
export function isOwnServer(value: unknown, program: string | undefined): boolean {
  const { command, args, env: variables } = serverEntry(value);
  if (variables.size > 0) return false;
  const programs = [['svc']];
  if (program !== undefined) programs.push([program], [process.execPath, program]);
  const calls = programs.flatMap((words) => [plainCall(words), sharedCall(words)]);
  return calls.some((call) => isDeepStrictEqual({ command, args }, call));
}
