import { snapshot } from '../../../modules/install/client/testing/snapshot.js';

/** Everything in a project: path → content. */
export type ProjectFiles = Record<string, string>;

/** Its own name is taken out: it is the project's name. */
export async function stateOf(folder: string): Promise<ProjectFiles> {
  const state = await snapshot(folder);
  const text = state['svc.json']?.replace(/"name": "[^"]*"/, '"name": "x"');
  return text === undefined ? state : { ...state, 'svc.json': text };
}

/** A killed command cannot tidy up what never showed: its hold and its staging go with the next command that writes. */
export function visible(state: ProjectFiles): ProjectFiles {
  return Object.fromEntries(
    Object.entries(state).filter(([path]) => !path.startsWith('.svc/.work')),
  );
}
