import type { ToolCallEvent } from '../pi-api.js';
import type { SessionOptions } from '../../session/session-options.js';
import type { Action } from './decide.js';
import { isOutside, isSecret, typedPath } from './paths.js';

/** A call as an action, and how it is told to a person and to the model. */
export interface ToldAction {
  readonly action: Action;
  readonly what: string;
}

const READS: ReadonlySet<string> = new Set(['read', 'grep', 'find', 'ls']);
const WRITES: ReadonlySet<string> = new Set(['write', 'edit']);

export interface ActionContext {
  readonly cwd: string;
  readonly options: Pick<SessionOptions, 'root' | 'home' | 'guarded'>;
  /** Tools of others that say that they change nothing. */
  readonly reading: ReadonlySet<string>;
}

/** The name of the tool that writes into the memory. */
export const REMEMBER = 'remember';

export function actionOf(
  { toolName, input }: Pick<ToolCallEvent, 'toolName' | 'input'>,
  { cwd, options, reading }: ActionContext,
): ToldAction {
  const typed = typeof input['path'] === 'string' ? input['path'] : '.';
  const path = typedPath(typed, cwd, options.home);
  if (READS.has(toolName))
    return { action: { kind: 'read', secret: isSecret(path, options.home) }, what: `read ${path}` };
  if (WRITES.has(toolName))
    return { action: { kind: 'write', outside: isOutside(path, options) }, what: `write ${path}` };
  if (toolName === 'bash')
    return { action: { kind: 'command' }, what: `run: ${String(input['command'])}` };
  if (toolName === REMEMBER)
    return { action: { kind: 'remember' }, what: `remember: ${String(input['text'])}` };
  return {
    action: { kind: 'tool', reads: reading.has(toolName) },
    what: `call ${toolName} with ${JSON.stringify(input)}`,
  };
}
