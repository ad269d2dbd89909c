/** Who may do what, written down once more and apart from the product: the matrix compares the two. */

/** What an operation needs. Workspace roles include the weaker ones; an admin of the organization holds them all. */
export interface Need {
  readonly least:
    'anyone' | 'signed-in' | WorkspaceRole | 'organization member' | 'organization admin';
  /** An API key never holds it. */
  readonly peopleOnly?: true;
  /** An API key is told so whatever it names, also where there is nothing. */
  readonly keysToldFirst?: true;
  /** Open to everyone on public objects. */
  readonly publicReading?: true;
  /** What is answered to signed-in callers who do not hold the permission, whether they see the object or not. */
  readonly refusal?: string;
}

type WorkspaceRole = 'member' | 'publisher' | 'manager' | 'owner';
const ranks: readonly string[] = ['member', 'publisher', 'manager', 'owner'];

/** What each principal holds in the workspace `tools` of the organization `acme`; nobody holds anything in the other organization. */
export interface Standing {
  readonly kind: 'stranger' | 'person' | 'key';
  readonly workspace?: WorkspaceRole;
  readonly organization?: 'member' | 'admin';
  /** The token itself is refused with this. */
  readonly refused?: string;
}

export const principals = {
  anonymous: { kind: 'stranger' },
  'non-member': { kind: 'person' },
  'organization member': { kind: 'person', organization: 'member' },
  member: { kind: 'person', organization: 'member', workspace: 'member' },
  publisher: { kind: 'person', organization: 'member', workspace: 'publisher' },
  manager: { kind: 'person', organization: 'member', workspace: 'manager' },
  owner: { kind: 'person', organization: 'member', workspace: 'owner' },
  'organization admin': { kind: 'person', organization: 'admin' },
  'workspace key': { kind: 'key', workspace: 'publisher' },
  'workspace owner key': { kind: 'key', workspace: 'owner' },
  'organization key': { kind: 'key', organization: 'member', workspace: 'publisher' },
  'revoked key': { kind: 'key', refused: '401 token_revoked' },
  'expired session': { kind: 'person', refused: '401 token_expired' },
} as const satisfies Record<string, Standing>;

export type PrincipalName = keyof typeof principals;

export interface Cell {
  readonly need: Need;
  readonly standing: Standing;
  readonly fixture: 'own' | 'other';
  readonly visibility: 'public' | 'private';
  /** Whether the object is the organization itself or belongs to it as a whole. */
  readonly wide: boolean;
  readonly writes: boolean;
}

const ALLOWED = 'allowed';

function holds({ least }: Need, { workspace, organization }: Standing, wide: boolean): boolean {
  if (organization === 'admin') return true;
  if (least === 'organization member') return organization !== undefined;
  return !wide && workspace !== undefined && ranks.indexOf(workspace) >= ranks.indexOf(least);
}

/** The weakest role with which a person would be let through: the hint of the refusal has to name it. */
function weakestHolder({ need, wide }: Cell): string {
  const roles = ranks as readonly WorkspaceRole[];
  const found = roles.find((workspace) => holds(need, { kind: 'person', workspace }, wide));
  if (found !== undefined) return `workspace ${found}`;
  const admin =
    need.least !== 'organization member' ||
    !holds(need, { kind: 'person', organization: 'member' }, wide);
  return admin ? 'organization admin' : 'organization member';
}

function onObject(cell: Cell): string {
  const { need, standing, fixture, visibility, wide } = cell;
  const here = fixture === 'own' ? standing : { kind: standing.kind };
  const isPublic = visibility === 'public';
  const open = need.publicReading === true && isPublic;
  const sees =
    isPublic ||
    here.organization === 'admin' ||
    (wide ? here.organization !== undefined : here.workspace !== undefined);
  if (here.kind === 'key' && need.keysToldFirst === true) return '403 key_not_allowed';
  if (!sees) return need.refusal ?? '404 not_found';
  if (here.kind === 'key' && need.peopleOnly === true) return '403 key_not_allowed';
  return open || holds(need, here, wide)
    ? ALLOWED
    : (need.refusal ?? `403 denied, it takes ${weakestHolder(cell)}`);
}

/** What the cell must answer: `allowed`, or status and code of the refusal. */
export function expected(cell: Cell): string {
  const { need, standing, writes } = cell;
  if (standing.refused !== undefined) return standing.refused;
  if (need.least === 'anyone') return ALLOWED;
  if (
    standing.kind === 'stranger' &&
    (writes || need.least === 'signed-in' || need.refusal !== undefined)
  )
    return '401 sign_in_required';
  return need.least === 'signed-in' ? ALLOWED : onObject(cell);
}
