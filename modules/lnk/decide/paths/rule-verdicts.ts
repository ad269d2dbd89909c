import type { FileMode, PathRule, PathRules } from './path-rules.js';

export type PathOperation = 'read' | 'write';

/** `local`: on this machine. `remote`: in the pod. `not_found`: as if there were no such file. */
export type PathVerdictName = 'local' | 'remote' | 'not_found';

export interface PathRequest {
  readonly mode: FileMode;
  readonly operation: PathOperation;
}

type VerdictOf = (request: PathRequest) => PathVerdictName | undefined;

const remoteToRead: VerdictOf = ({ operation }) => (operation === 'read' ? 'remote' : 'local');

const BY_MODE: Readonly<Record<FileMode, VerdictOf>> = {
  local: () => 'local',
  localwithoverrides: () => 'local',
  read: remoteToRead,
  write: () => 'remote',
};

const BY_KIND: Readonly<Record<PathRule['kind'], VerdictOf>> = {
  not_found: () => 'not_found',
  read_write: () => 'remote',
  read_only: remoteToRead,
  local: () => 'local',
  defaultNotFound: ({ mode }) => (mode === 'local' ? undefined : 'not_found'),
  defaultReadRemote: ({ mode, operation }) =>
    mode === 'localwithoverrides' && operation === 'read' ? 'remote' : undefined,
  defaultReadLocal: () => 'local',
  relative: () => 'local',
  mode: (request) => BY_MODE[request.mode](request),
};

/** What a rule answers to a path that it matches; `undefined` when it does not apply. */
export function verdictOf(rule: PathRule, request: PathRequest): PathVerdictName | undefined {
  return BY_KIND[rule.kind](request);
}

const DEFAULT_SETS: ReadonlySet<string> = new Set([
  'defaultNotFound',
  'defaultReadRemote',
  'defaultReadLocal',
]);

/**
 * The index of the rule that decides. `matching` are the rules whose patterns match, in ascending order; `otherwise` is the rule without a pattern. A path
 * belongs to one default set, the first that has it, also when that set does not apply.
 */
export function winner(
  { rules }: PathRules,
  request: PathRequest,
  { matching, otherwise }: { readonly matching: readonly number[]; readonly otherwise: number },
): number {
  let set: PathRule['kind'] | undefined;
  for (const index of matching) {
    const rule = rules[index];
    if (rule === undefined) continue;
    if (DEFAULT_SETS.has(rule.kind)) {
      set ??= rule.kind;
      if (rule.kind !== set) break;
    }
    if (verdictOf(rule, request) !== undefined) return index;
  }
  return otherwise;
}
