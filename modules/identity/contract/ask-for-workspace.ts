import { isSvcError, type Context } from 'svc-registry/kernel';
import { isName } from './name-rules.js';
import { listWorkspaces } from './operations/workspaces.js';

const check = (answer: string): string | undefined =>
  isName(answer)
    ? undefined
    : 'The name of a workspace has lower-case letters, digits and single hyphens between them.';

/**
 * Asks which of their workspaces the person means; they type its name where the server cannot list them. `--workspace` answers without a question.
 * Where nobody can be asked, as with an agent, the error lists what there is to choose from.
 */
export async function askForWorkspace(message: string, context: Context): Promise<string> {
  const question = { message, flag: '--workspace' };
  const options = (await ownWorkspaces(context)).map((value) => ({ value }));
  return options.length === 0
    ? context.ask.text({ ...question, check })
    : context.ask.select({ ...question, options });
}

/** Empty where the server cannot say: the call that needs the workspace then reports why. */
async function ownWorkspaces({ invoke }: Context): Promise<readonly string[]> {
  try {
    return (await invoke(listWorkspaces, {})).data.map(({ name }) => name);
  } catch (error) {
    if (isSvcError(error)) return [];
    throw error;
  }
}
