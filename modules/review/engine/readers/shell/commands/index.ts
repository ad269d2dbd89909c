/** What commands do, by their names. */
import type { Source } from '../../../facts.js';
import { nothing, union, unknown, type Flow } from '../flow.js';
import { textOf, type Call, type Handler, type Session } from '../session.js';
import { files } from './files.js';
import { execution } from './interpreters.js';
import { runProgram } from './run-file.js';
import { installers } from './installers.js';
import { listeners } from './listeners.js';
import { powershell } from './powershell.js';
import { requests } from './requests.js';
import { decodingTools } from './decoding.js';
import { textTools } from './text.js';
import { transfers } from './transfers.js';
import { variables } from './variables.js';
import { windows } from './windows.js';
import { wrappers } from './wrappers.js';

const handlers: ReadonlyMap<string, Handler> = new Map(
  Object.entries({
    ...files,
    ...execution,
    ...installers,
    ...listeners,
    ...requests,
    ...decodingTools,
    ...textTools,
    ...transfers,
    ...variables,
    ...wrappers,
    ...windows,
    powershell,
    pwsh: powershell,
  }),
);

/** Reads one command; the answer is its output. */
export function understood(call: Call, session: Session): Flow {
  const { name, args, elevated, sets, at } = call;
  const { input } = call;
  if (!session.spend(input === undefined ? args : [input, ...args])) return unknown(name);
  session.add('run', at, { name, args, elevated, sets });
  // file systems that do not tell cases apart find the program all the same
  const handler = handlers.get(name) ?? handlers.get(name.toLowerCase());
  const output = handler === undefined ? runProgram(call, session) : handler(call, session);
  if (output !== undefined) return output;
  return call.captured || call.saves !== undefined ? outputOf(call) : nothing;
}

/** The output of an unknown program: it carries the sources of all its inputs. */
function outputOf(call: Call): Flow {
  const { name, args, input, at } = call;
  const own: Source = { kind: 'command', name, args: textOf(call).text.slice(0, 500), at };
  return unknown(name, union([[own], input?.sources ?? [], ...args.map((arg) => arg.sources)]));
}
