import { isHidden } from '../../../registry/contract/moderation.machine.js';
import type { Release } from '../../../registry/contract/releases.js';
import { severities, type Severity } from '../../../registry/contract/scanners.js';
import { isAllowed } from './git-address.js';
import type { Effective, InstallRules } from './rules.js';

export const decisions = ['allow', 'warn', 'block'] as const;
export type PolicyDecision = (typeof decisions)[number];

export const reasonKinds = [
  'security-finding',
  'source-restricted',
  'workspace-access',
  'managed-project-unresolved',
  'managed-project-required',
  'release-age',
] as const;
export type ReasonKind = (typeof reasonKinds)[number];

/** Something that shall be installed. */
export type Source =
  | {
      readonly kind: 'registry';
      /** `<workspace>/<plugin>`. */
      readonly name: string;
      /** Exact, or `latest`. */
      readonly version: string;
    }
  | {
      readonly kind: 'git';
      readonly host: string;
      /** Of the repository. */
      readonly path: string;
    }
  /** A folder of the person's own machine: no policy says anything about it. */
  | { readonly kind: 'file' };

/** Whose a plugin is, as `registryScope` tells them apart. */
export type Ownership = 'own' | 'svc' | 'other';

/** What is known of a plugin; of one that is absent or hidden from who asks, nothing is. */
export interface PluginFacts {
  readonly ownership: Ownership;
  /** The highest version first. */
  readonly releases: readonly Release[];
}

/** Everything that a decision depends on: the same facts always give the same answer. */
export interface Circumstances {
  readonly policy: Effective<InstallRules>;
  /** Versions that the workspace prescribes to managed projects, by name; empty for any other project. */
  readonly prescribed: ReadonlyMap<string, string>;
  /** By name. */
  readonly plugins: ReadonlyMap<string, PluginFacts>;
  readonly now: Date;
}

/** Why something is not simply allowed. */
export interface Reason {
  readonly kind: ReasonKind;
  readonly level: 'warn' | 'block';
  /** One sentence. */
  readonly message: string;
  /** Levels whose policy says so, from the organization down; empty when no policy is needed to say it. */
  readonly policyLevels: readonly string[];
}

export interface Verdict {
  readonly decision: PolicyDecision;
  readonly reasons: readonly Reason[];
  /** An older version that is allowed, where the only thing wrong is that this one is too new. */
  readonly fallbackSource: {
    readonly kind: 'registry';
    readonly name: string;
    readonly version: string;
  } | null;
}

const DAY = 24 * 60 * 60 * 1000;

const atLeast = (severity: Severity, limit: Severity | null): boolean =>
  limit !== null && severities.indexOf(severity) >= severities.indexOf(limit);

const isPrerelease = ({ version }: Release): boolean => /^[^+]*-/.test(version);
const isOffered = ({ moderationStatus, archived }: Release): boolean =>
  !isHidden(moderationStatus) && !archived;

/** Decides about one source. Reads nothing and asks no one. */
export function evaluate(source: Source, circumstances: Circumstances): Verdict {
  if (source.kind === 'file') return verdictOf([]);
  if (source.kind === 'git') return verdictOf(gitReasons(source, circumstances.policy));
  const facts = circumstances.plugins.get(source.name);
  const release = facts === undefined ? undefined : releaseOf(source.version, facts.releases);
  if (facts === undefined || release === undefined) return verdictOf([unseen(source)]);
  const reasons = [
    ...ownerReasons(facts, circumstances.policy),
    ...releaseReasons(source.name, release, circumstances),
  ];
  return {
    ...verdictOf(reasons),
    fallbackSource: fallbackOf(source.name, release, { facts, reasons, circumstances }),
  };
}

function verdictOf(reasons: readonly Reason[]): Verdict {
  const worst = reasons.reduce((sofar, { level }) => Math.max(sofar, decisions.indexOf(level)), 0);
  return { decision: decisions[worst] ?? 'block', reasons, fallbackSource: null };
}

/** What `latest` means here: the highest that is offered, a prerelease only where there is nothing else. */
function releaseOf(version: string, releases: readonly Release[]): Release | undefined {
  if (version !== 'latest') return releases.find((release) => release.version === version);
  const offered = releases.filter(isOffered);
  return offered.find((release) => !isPrerelease(release)) ?? offered[0];
}

function unseen({ name, version }: { readonly name: string; readonly version: string }): Reason {
  const message = `There is no ${name}@${version}, or you have no access to the workspace that it belongs to.`;
  return { kind: 'workspace-access', level: 'block', message, policyLevels: [] };
}

function reasonBy(
  policy: Effective<InstallRules>,
  path: keyof InstallRules,
  reason: Omit<Reason, 'policyLevels'>,
): Reason {
  return { ...reason, policyLevels: policy.sources.get(path) ?? [] };
}

function gitReasons(
  address: { readonly host: string; readonly path: string },
  policy: Effective<InstallRules>,
): readonly Reason[] {
  const { rules } = policy;
  const restricted = (path: keyof InstallRules, message: string) =>
    reasonBy(policy, path, { kind: 'source-restricted', level: 'block', message });
  if (!rules['sourceRestriction.allowGitSources']) {
    return [
      restricted('sourceRestriction.allowGitSources', 'The install policy allows no git sources.'),
    ];
  }
  const patterns = rules['sourceRestriction.gitSourceAllowlist'];
  if (patterns === null || isAllowed(address, patterns)) return [];
  const allowed = patterns.map(({ host, path }) => `${host}/${path}`).join(', ');
  const message = `The install policy allows git sources from ${allowed === '' ? 'nowhere' : `${allowed} only`}.`;
  return [restricted('sourceRestriction.gitSourceAllowlist', message)];
}

const SCOPE_TEXTS: Readonly<Record<InstallRules['sourceRestriction.registryScope'], string>> = {
  all: '',
  'svc-and-org':
    'The install policy allows plugins of the organization itself and of the organization "svc" only.',
  'org-only': 'The install policy allows plugins of the organization itself only.',
};

function ownerReasons(
  { ownership }: PluginFacts,
  policy: Effective<InstallRules>,
): readonly Reason[] {
  const scope = policy.rules['sourceRestriction.registryScope'];
  if (scope === 'all' || ownership === 'own' || (scope === 'svc-and-org' && ownership === 'svc'))
    return [];
  const reason = {
    kind: 'source-restricted',
    level: 'block',
    message: SCOPE_TEXTS[scope],
  } as const;
  return [reasonBy(policy, 'sourceRestriction.registryScope', reason)];
}

function releaseReasons(
  name: string,
  release: Release,
  circumstances: Circumstances,
): readonly Reason[] {
  return [
    ...findingReasons(release, circumstances.policy),
    ...ageReasons(release, circumstances),
    ...prescriptionReasons(name, release, circumstances),
  ];
}

function findingReasons(
  { version, severity, moderationStatus }: Release,
  policy: Effective<InstallRules>,
): readonly Reason[] {
  if (isHidden(moderationStatus)) {
    const message = `${version} is withheld: its moderation status is "${moderationStatus}".`;
    return [{ kind: 'security-finding', level: 'block', message, policyLevels: [] }];
  }
  if (severity === null) return [];
  const message = `The security scan of ${version} found something of severity ${severity}.`;
  for (const [level, path] of [
    ['block', 'securityThreshold.minSeverityToBlock'],
    ['warn', 'securityThreshold.minSeverityToWarn'],
  ] as const) {
    if (atLeast(severity, policy.rules[path]))
      return [reasonBy(policy, path, { kind: 'security-finding', level, message })];
  }
  return [];
}

function ageReasons(
  { version, publishedAt }: Release,
  { policy, now }: Circumstances,
): readonly Reason[] {
  const days = policy.rules['minimumReleaseAge.days'];
  const age = now.getTime() - publishedAt.getTime();
  if (days === 0 || age >= days * DAY) return [];
  const message = `${version} was published on ${publishedAt.toISOString().slice(0, 10)}; the install policy wants ${days === 1 ? 'a day' : `${days} days`} to pass first.`;
  return [
    reasonBy(policy, 'minimumReleaseAge.days', { kind: 'release-age', level: 'block', message }),
  ];
}

function prescriptionReasons(
  name: string,
  { version }: Release,
  { prescribed, plugins }: Circumstances,
): readonly Reason[] {
  const wanted = prescribed.get(name);
  if (wanted === undefined || wanted === 'latest' || wanted === version) return [];
  const known = plugins.get(name)?.releases.some((release) => release.version === wanted) === true;
  const policyLevels = ['workspace'];
  return known
    ? [
        {
          kind: 'managed-project-required',
          level: 'block',
          message: `The workspace prescribes ${name}@${wanted} to managed projects.`,
          policyLevels,
        },
      ]
    : [
        {
          kind: 'managed-project-unresolved',
          level: 'warn',
          message: `The workspace prescribes ${name}@${wanted} to managed projects, which there is not.`,
          policyLevels,
        },
      ];
}

interface TooNew {
  readonly facts: PluginFacts;
  readonly reasons: readonly Reason[];
  readonly circumstances: Circumstances;
}

/** The next older version that nothing blocks. */
function fallbackOf(
  name: string,
  release: Release,
  { facts, reasons, circumstances }: TooNew,
): Verdict['fallbackSource'] {
  if (!reasons.some(({ kind }) => kind === 'release-age')) return null;
  if (ownerReasons(facts, circumstances.policy).length > 0) return null;
  const older = facts.releases
    .slice(facts.releases.indexOf(release) + 1)
    .filter((one) => isOffered(one) && (isPrerelease(release) || !isPrerelease(one)));
  const found = older.find((one) =>
    releaseReasons(name, one, circumstances).every(({ level }) => level !== 'block'),
  );
  return found === undefined ? null : { kind: 'registry', name, version: found.version };
}
