import type { PageRequest } from '../../web/contract/pages.js';
import { listWorkspaces } from './operations/workspaces.js';

/** Which workspace a page shows, and the others that the person can choose: what the macro `workspaces` prints. */
export interface WorkspaceChoice {
  /** The one that `?workspace=` names, or the only one; `undefined` where the person has to choose. */
  readonly workspace: string | undefined;
  readonly links: readonly {
    readonly text: string;
    readonly href: string;
    readonly current: boolean;
  }[];
  /** Whether there are more than the links name. */
  readonly more: boolean;
}

/** The workspace that a page of lists shows. `addressOf` is the address of the page for another one. */
export async function chooseWorkspace(
  { query, invoke }: Pick<PageRequest, 'query' | 'invoke'>,
  addressOf: (workspace: string) => string,
): Promise<WorkspaceChoice> {
  const { data, next } = await invoke(listWorkspaces, {});
  const names = data.map(({ name }) => name);
  const workspace = query.get('workspace') ?? (names.length === 1 ? names[0] : undefined);
  const links = names.map((name) => ({
    text: name,
    href: addressOf(name),
    current: name === workspace,
  }));
  return { workspace, links, more: next !== null };
}
