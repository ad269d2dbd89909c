import { workspaceRoles, type WorkspaceRole } from './access.js';

/** Roles that a whole organization may hold in a workspace (registry-service.md, Objects: capped at `publisher`). */
export const orgDefaultRoles = ['member', 'publisher'] as const;
export type OrgDefaultRole = (typeof orgDefaultRoles)[number];

/** True when `role` includes `needed`. */
export function includesRole(role: WorkspaceRole | undefined, needed: WorkspaceRole): boolean {
  return role !== undefined && workspaceRoles.indexOf(role) >= workspaceRoles.indexOf(needed);
}

/** The stronger of two roles, either of which may be missing. */
export function strongerRole(
  left: WorkspaceRole | undefined,
  right: WorkspaceRole | undefined,
): WorkspaceRole | undefined {
  return right !== undefined && !includesRole(left, right) ? right : left;
}
