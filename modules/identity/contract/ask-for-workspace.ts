import { isSvcError, type Context } from 'svc-registry/kernel';
import { isName } from './name-rules.js';
import { listWorkspaces } from './operations/workspaces.js';

const check = (answer: string): string | undefined =>
  isName(answer) ? undefined : 'A workspace is named by lower-case letters, digits and single hyphens between them.';

/**
 * Which of their workspaces the person means; typed where the server cannot list them. `--workspace` answers it without asking; whoever cannot be
 * asked, such as an agent, is told what to choose from.
 */
export async function askForWorkspace(message: string, context: Context): Promise<string> {
  const question = { message, flag: '--workspace' };
  const options = (await ownWorkspaces(context)).map((value) => ({ value }));
  return options.length === 0 ? context.ask.text({ ...question, check }) : context.ask.select({ ...question, options });
}

/** None where the server cannot say: what comes next tells why. */
async function ownWorkspaces({ invoke }: Context): Promise<readonly string[]> {
  try {
    return (await invoke(listWorkspaces, {})).data.map(({ name }) => name);
  } catch (error) {
    if (isSvcError(error)) return [];
    throw error;
  }
}
