import { invalidInput, signInRequired, type Caller } from 'svc-registry/kernel';
import type { KeyScope } from './dto/api-key.js';

const ofOrganization = {
  on: 'organization',
  of: (input: { organization: string }) => input.organization,
} as const;

/** `access` of operations whose input names an organization. */
export const readsOrganization = { permission: 'organization:read', ...ofOrganization };
export const managesMembers = { permission: 'organization:manage_members', ...ofOrganization };

const DEFAULT_OF = 'default organization of ';

/** A reference to the caller's default organization, for use in place of a name or id. Throws `sign_in_required`. */
export function defaultOrganizationRef(caller: Caller): string {
  if (caller.id === null) throw signInRequired();
  return `${DEFAULT_OF}${caller.id}`;
}

/** The caller's id in a reference to a default organization; otherwise `undefined`. */
export function defaultOrganizationOwner(reference: string): string | undefined {
  return reference.startsWith(DEFAULT_OF) ? reference.slice(DEFAULT_OF.length) : undefined;
}

const SCOPE = /^(workspace|org) (.*)$/s;

/** A reference to the scope of API keys: `workspace acme` or `org acme`. Throws unless exactly one of them is given. */
export function apiKeyScopeRef({ workspace, org }: KeyScope): string {
  if (workspace !== undefined && org === undefined) return `workspace ${workspace}`;
  if (org !== undefined && workspace === undefined) return `org ${org}`;
  const what = 'Give either a workspace or an organization that the API key is for.';
  throw invalidInput(
    { what },
    { issues: [{ field: 'workspace', message: 'give exactly one of workspace, org' }] },
  );
}

export function parseApiKeyScopeRef(
  reference: string,
): { kind: 'workspace' | 'org'; id: string } | undefined {
  const match = SCOPE.exec(reference);
  return match === null ? undefined : { kind: match[1] as 'workspace' | 'org', id: match[2] ?? '' };
}
