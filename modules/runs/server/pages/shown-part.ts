import { runStates, type RunState } from '../../contract/run-lists.js';

/** No further rows of a kind. Cursors are never empty. */
export const END = '';
const CURSOR = 'after.';

/** Where the page begins in the list of each kind, by the kind's id; a kind without an entry begins with its newest run. */
export type Cursors = ReadonlyMap<string, string>;

/** Which part of the list is shown. All of it stands in the address. */
export interface ShownPart {
  readonly workspace: string | undefined;
  readonly kind: string | undefined;
  readonly state: RunState | undefined;
  readonly after: Cursors;
}

export function shownPart(query: URLSearchParams, kinds: readonly string[]): ShownPart {
  const after = new Map<string, string>();
  for (const kind of kinds) {
    const cursor = query.get(CURSOR + kind);
    if (cursor !== null) after.set(kind, cursor);
  }
  return {
    workspace: query.get('workspace') ?? undefined,
    kind: kinds.find((kind) => kind === query.get('kind')),
    state: runStates.find((state) => state === query.get('state')),
    after,
  };
}

export function addressOf({ workspace, kind, state, after }: Partial<ShownPart>): string {
  const query = new URLSearchParams();
  if (workspace !== undefined) query.set('workspace', workspace);
  if (kind !== undefined) query.set('kind', kind);
  if (state !== undefined) query.set('state', state);
  for (const [each, cursor] of after ?? []) query.set(CURSOR + each, cursor);
  const text = query.toString();
  return text === '' ? '/runs' : `/runs?${text}`;
}
