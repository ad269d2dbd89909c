import {
  defineExtensionPoint,
  signInRequired,
  type Caller,
  type Constructor,
} from 'svc-registry/kernel';

/** Something that may have policies of its own. */
export interface PolicyTarget {
  /** Such as `org`, `workspace`, `project`. */
  readonly type: string;
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  /** For an organization its own id. */
  readonly organizationId: string;
  /** The workspace it lies in, for a workspace its own id; `null` for an organization. */
  readonly workspaceId: string | null;
}

/** Finds the targets of one type. */
export interface PolicyTargets {
  /** By id, or by name where names are unique. No access check. */
  find(reference: string): Promise<PolicyTarget | null>;
}

/** Types in addresses: nothing else can be mistaken for the reference of a caller. */
export const TARGET_TYPE = /^[a-z]{1,40}$/;

/**
 * Objects that can have policies: organizations, workspaces, projects. `type` is the word in addresses, `rank` the level in the hierarchy: 0 is
 * the organization, 1 a workspace, and a larger number an object inside a workspace.
 */
export const policyTargetsPoint = defineExtensionPoint<
  { readonly type: string; readonly rank: number; readonly summary: string },
  Constructor<PolicyTargets>
>('policy.targets', {
  fields: {
    type: { pattern: TARGET_TYPE.source, is: 'at most 40 lower-case letters' },
    rank: { min: 0 },
    summary: 'text',
  },
});

const CALLER = 'caller=';

/** The target of an address, for its locator. */
export function targetRef({
  targetType,
  targetId,
}: {
  readonly targetType: string;
  readonly targetId: string;
}): string {
  return `${targetType} ${targetId}`;
}

/** Stands for wherever the caller belongs. Throws for strangers. */
export function callersPlaceRef({ id }: Caller): string {
  if (id === null) throw signInRequired();
  return `${CALLER}${id}`;
}

export type ParsedRef =
  { readonly caller: string } | { readonly type: string; readonly id: string };

export function parseTargetRef(reference: string): ParsedRef | undefined {
  if (reference.startsWith(CALLER)) return { caller: reference.slice(CALLER.length) };
  const [type = '', ...rest] = reference.split(' ');
  return TARGET_TYPE.test(type) && rest.length > 0 ? { type, id: rest.join(' ') } : undefined;
}

/** Levels of the hierarchy as a sentence names them: `organization and of the workspace`. */
export function levelWords(levels: readonly string[]): string {
  return levels.map((level) => (level === 'org' ? 'organization' : level)).join(' and of the ');
}

/** The sentence that says whose policy has a rule. */
export function sourceOfRule(levels: readonly string[]): string {
  return `The rule is in the policy of the ${levelWords(levels)}.`;
}
