import type { AgentRow, Scope } from './rows/row.js';
import type { ScratchProject } from './scratch-project.js';
import type { Sight } from './sights.js';

/** Asks the agent which tool servers it knows. Some write their list to stdout, some to stderr. */
export async function listing(
  { lists, starts }: AgentRow,
  scope: Scope,
  scratch: ScratchProject,
): Promise<Sight | undefined> {
  if (lists === undefined) return undefined;
  await lists.approve?.(scratch, scope);
  const said = await scratch.all(starts ?? scratch.program, lists.args);
  const seen = lists.says.test(said);
  if (!seen)
    return {
      seen,
      note: `\`${lists.args.join(' ')}\` said: ${said.trim().replaceAll('\n', ' / ')}`,
    };
  return { seen, note: lists.starts ? 'and starts it' : '' };
}
