import { invalidInput, signInRequired, type Caller } from 'svc-registry/kernel';
import type { KeyScope } from './dto/api-key.js';

const DEFAULT_OF = 'default organization of ';

/** Stands for the default organization of the caller, where an organization's name or id is expected. Throws for strangers. */
export function defaultOrganizationRef(caller: Caller): string {
  if (caller.id === null) throw signInRequired();
  return `${DEFAULT_OF}${caller.id}`;
}

/** The caller's id when the reference stands for a default organization. */
export function defaultOrganizationOwner(reference: string): string | undefined {
  return reference.startsWith(DEFAULT_OF) ? reference.slice(DEFAULT_OF.length) : undefined;
}

const SCOPE = /^(workspace|org) (.*)$/s;

/** The one reference of a scope: `workspace acme` or `org acme`. Throws unless exactly one is given. */
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
