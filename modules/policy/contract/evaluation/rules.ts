import { severities, type Severity } from '../../../registry/contract/scanners.js';
import { covers, type GitPattern } from './git-address.js';

/** Whose plugins of the registry may be installed, the widest first. */
export const registryScopes = ['all', 'svc-and-org', 'org-only'] as const;
export type RegistryScope = (typeof registryScopes)[number];

/** What an install policy says, each field by its path in the document. A field that says nothing has its value in `freeInstall`. */
export interface InstallRules {
  /** The mildest finding that is warned of. */
  readonly 'securityThreshold.minSeverityToWarn': Severity | null;
  /** The mildest finding that is refused. */
  readonly 'securityThreshold.minSeverityToBlock': Severity | null;
  readonly 'sourceRestriction.registryScope': RegistryScope;
  readonly 'sourceRestriction.allowGitSources': boolean;
  /** Canonical; `null` is every repository, an empty list none. */
  readonly 'sourceRestriction.gitSourceAllowlist': readonly GitPattern[] | null;
  /** Days that a version must have been published for. */
  readonly 'minimumReleaseAge.days': number;
}

/** What a publish policy says, in the same way. */
export interface PublishRules {
  /** The mildest finding that keeps a public version offline. */
  readonly 'securityThreshold.minSeverityToBlock': Severity | null;
  readonly blockPublicTilePublish: boolean;
}

/** How values of one field are made one. `strictest` is commutative, associative and idempotent, and `free` changes nothing. */
interface Field<T> {
  readonly free: T;
  readonly strictest: (left: T, right: T) => T;
}

type Fields<R> = { readonly [K in keyof R]: Field<R[K]> };

const milder = (left: Severity, right: Severity): Severity =>
  severities.indexOf(left) <= severities.indexOf(right) ? left : right;

const severity: Field<Severity | null> = {
  free: null,
  strictest: (left, right) =>
    left === null || right === null ? (left ?? right) : milder(left, right),
};

const scope: Field<RegistryScope> = {
  free: 'all',
  strictest: (left, right) =>
    registryScopes.indexOf(left) >= registryScopes.indexOf(right) ? left : right,
};

const keyOf = ({ host, path }: GitPattern): string => `${host}/${path}`;

/** Sorted, without what another pattern covers: equal sets of repositories are equal lists. */
export function leastPatterns(patterns: readonly GitPattern[]): readonly GitPattern[] {
  const all = [...new Map(patterns.map((pattern) => [keyOf(pattern), pattern])).values()];
  const least = all.filter(
    (inner) => !all.some((outer) => outer !== inner && covers(outer, inner)),
  );
  return least.sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

const allowlist: Field<readonly GitPattern[] | null> = {
  free: null,
  strictest: (left, right) => {
    if (left === null || right === null) return left ?? right;
    const within = (inner: readonly GitPattern[], outer: readonly GitPattern[]) =>
      inner.filter((pattern) => outer.some((wider) => covers(wider, pattern)));
    return leastPatterns([...within(left, right), ...within(right, left)]);
  },
};

export const installFields: Fields<InstallRules> = {
  'securityThreshold.minSeverityToWarn': severity,
  'securityThreshold.minSeverityToBlock': severity,
  'sourceRestriction.registryScope': scope,
  'sourceRestriction.allowGitSources': { free: true, strictest: (left, right) => left && right },
  'sourceRestriction.gitSourceAllowlist': allowlist,
  'minimumReleaseAge.days': { free: 0, strictest: Math.max },
};

export const publishFields: Fields<PublishRules> = {
  'securityThreshold.minSeverityToBlock': severity,
  blockPublicTilePublish: { free: false, strictest: (left, right) => left || right },
};

/** The fields apart from what their values are. */
function entriesOf<R extends object>(
  fields: Fields<R>,
): readonly (readonly [keyof R & string, Field<unknown>])[] {
  return Object.entries(fields) as unknown as [keyof R & string, Field<unknown>][];
}

function freeOf<R extends object>(fields: Fields<R>): R {
  return Object.fromEntries(entriesOf(fields).map(([path, { free }]) => [path, free])) as R;
}

/** Allows everything. */
export const freeInstall: InstallRules = freeOf(installFields);
export const freePublish: PublishRules = freeOf(publishFields);

/** What one level of the hierarchy says. */
export interface Level<R> {
  /** Type of the target: `org`, `workspace`, `project`. */
  readonly level: string;
  readonly rules: R;
}

/** What holds, and by field the levels that it comes from: those that say just this, and for lists all that say something. */
export interface Effective<R> {
  readonly rules: R;
  readonly sources: ReadonlyMap<string, readonly string[]>;
}

const same = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** The strictest of every field, from whatever level. */
export function strictest<R extends object>(
  fields: Fields<R>,
  levels: readonly Level<R>[],
): Effective<R> {
  const sources = new Map<string, readonly string[]>();
  const merged = entriesOf(fields).map(([path, { free, strictest: join }]) => {
    const value = levels.reduce<unknown>((sofar, { rules }) => join(sofar, rules[path]), free);
    const saying = levels.filter(
      ({ rules }) => !same(rules[path], free) && (Array.isArray(value) || same(rules[path], value)),
    );
    if (saying.length > 0)
      sources.set(
        path,
        saying.map(({ level }) => level),
      );
    return [path, value] as const;
  });
  return { rules: Object.fromEntries(merged) as R, sources };
}
