import { isSvcError, type Context } from 'svc-registry/kernel';
import { isName } from './name-rules.js';
import { listWorkspaces } from './operations/workspaces.js';

const check = (answer: string): string | undefined =>
  isName(answer)
    ? undefined
    : 'A workspace name consists of lower-case letters, digits and single hyphens between them.';

/** How the workspace is found where nothing names it. */
export interface WorkspaceChoice {
  /** What the person is asked. */
  readonly message: string;
  /** What answers the question in advance; default `--workspace`. */
  readonly flag?: string | undefined;
  /** The only workspace of the caller is taken without asking. */
  readonly takeOnly?: boolean | undefined;
}

/**
 * Asks the person for one of their workspaces, or for a name if the server cannot list them. Without a terminal the error names
 * the flag and lists the choices.
 */
export async function askForWorkspace(
  { message, flag = '--workspace', takeOnly = false }: WorkspaceChoice,
  context: Context,
): Promise<string> {
  const question = { message, flag };
  const own = await ownWorkspaces(context);
  const [only] = own;
  if (takeOnly && own.length === 1 && only !== undefined) return only;
  const options = own.map((value) => ({ value }));
  return options.length === 0
    ? context.ask.text({ ...question, check })
    : context.ask.select({ ...question, options });
}

/** Empty if the server cannot be asked: the call that needs the workspace then reports why. */
async function ownWorkspaces({ invoke }: Context): Promise<readonly string[]> {
  try {
    return (await invoke(listWorkspaces, {})).data.map(({ name }) => name);
  } catch (error) {
    if (isSvcError(error)) return [];
    throw error;
  }
}
