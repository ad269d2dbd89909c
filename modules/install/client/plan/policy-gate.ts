import type SemVer from 'semver';
import { cancelled, type Context } from 'svc-registry/kernel';
import { policyBlocked, releaseTooNew } from '../../contract/errors.js';
import type {
  CandidateSource,
  InstallCandidate,
  InstallPolicy,
  PolicyFinding,
  PolicyPlace,
} from '../../contract/policies.js';
import type { PluginChange } from '../../contract/results.js';
import { readProjectManifest } from '../project/project-manifest.js';
import type { Scope } from '../project/scope.js';
import type { RepositoryPlace } from '../fetch/source-reader.js';
import type { RequestedDependency } from '../resolve/resolve.js';
import type { PreparedPlugin } from './plan.js';
import { effectiveMode } from '../project/project-state.js';

/** How findings are dealt with. */
export interface PolicyChoice {
  /** Go on without asking when a policy warns. */
  readonly acceptWarnings?: boolean | undefined;
  /** Fail where a policy names an older version to take instead. */
  readonly strict?: boolean | undefined;
  /** Do not ask whether to take an older version. */
  readonly unattended?: boolean | undefined;
}

type GateContext = Pick<Context, 'signal' | 'invoke' | 'cwd' | 'progress' | 'ask'>;

interface GateParts {
  readonly scope: Scope;
  readonly context: GateContext;
}

/**
 * Asks every policy: about repositories before anything of them is fetched, and about all that is not installed yet between fetching and
 * writing.
 */
export class PolicyGate {
  private readonly admitted = new Map<string, Promise<void>>();
  private readonly progress: Context['progress'];

  constructor(
    private readonly policies: () => Promise<readonly InstallPolicy[]>,
    private readonly parts: GateParts,
  ) {
    this.progress = sayingOnce(parts.context.progress);
  }

  /** Throws `policy_blocked` when nothing may come from there. Warnings wait until the content is known. */
  admit(place: RepositoryPlace): Promise<void> {
    const { host, repository } = place.source;
    const locked = place.locked === true;
    const key = JSON.stringify([host, repository, locked]);
    const asked = this.admitted.get(key) ?? this.refuseRepository(place, locked);
    this.admitted.set(key, asked);
    return asked;
  }

  private async refuseRepository(
    { name, source: { text, host, repository } }: RepositoryPlace,
    locked: boolean,
  ): Promise<void> {
    refuseBlocked(
      await this.judge([
        {
          name: name ?? text,
          source: { kind: 'git', host, path: repository, commit: undefined },
          locked,
        },
      ]),
      [],
    );
  }

  /**
   * Lets everything through, or answers the older versions to try instead; in place of a version that somebody named only with a person's consent.
   * Throws `policy_blocked` and `release_too_new`; what policies warn of is asked about, and refused where there is nobody to ask.
   */
  async pass(
    prepared: readonly PreparedPlugin[],
    choice: PolicyChoice,
    projectName?: string,
  ): Promise<readonly RequestedDependency[]> {
    const context = { ...this.parts.context, progress: this.progress };
    const fresh = prepared.filter(({ contents }) => contents !== undefined);
    const findings =
      fresh.length === 0 ? [] : await this.judge(fresh.map(candidateOf), projectName);
    const fallbacks = choice.strict === true ? [] : await fallbacksOf(findings, fresh);
    const exact = fallbacks.filter(({ plugin }) => plugin.desired.exact);
    if (exact.length === 0 || (context.ask.interactive && choice.unattended !== true)) {
      for (const fallback of fallbacks) await exchange(fallback, context);
      if (fallbacks.length > 0) return fallbacks.map(({ requested }) => requested);
    }
    const open = findings.filter(({ name }) =>
      fallbacks.every(({ plugin }) => plugin.name !== name || plugin.desired.exact),
    );
    refuseBlocked(
      open,
      choice.strict === true
        ? open
        : open.filter(({ name }) => exact.some(({ plugin }) => plugin.name === name)),
    );
    await acceptWarnings(findings, choice, context);
    return [];
  }

  private async judge(
    candidates: readonly InstallCandidate[],
    projectName?: string,
  ): Promise<readonly PolicyFinding[]> {
    const { scope, context } = this.parts;
    const manifest = readProjectManifest(scope);
    const place: PolicyPlace = {
      project: projectName ?? manifest?.name,
      mode: await effectiveMode(scope, manifest),
    };
    const policies = await this.policies();
    const asking = { ...context, progress: this.progress, place };
    return (await Promise.all(policies.map((policy) => policy.judge(candidates, asking)))).flat();
  }
}

/** A policy is asked several times in a command, and would repeat its notes each time. */
function sayingOnce(progress: Context['progress']): Context['progress'] {
  const said = new Set<string>();
  const once = (kind: 'note' | 'warn') => (text: string) => {
    if (!said.has(text)) progress[kind](text);
    said.add(text);
  };
  return {
    step: (...step) => {
      progress.step(...step);
    },
    note: once('note'),
    warn: once('warn'),
  };
}

function candidateOf({
  name,
  desired: { from, locked: inLock },
  locked,
}: PreparedPlugin): InstallCandidate {
  const isLocked = inLock !== undefined;
  const sources: { readonly [K in typeof from.kind]: () => CandidateSource } = {
    registry: () => ({ kind: 'registry', version: locked.version }),
    file: () => ({ kind: 'file', folder: from.kind === 'file' ? from.folder : '' }),
    git: () => {
      const { host = '', repository = '' } = from.kind === 'git' ? from.source : {};
      return { kind: 'git', host, path: repository, commit: locked.commit };
    },
  };
  return { name, source: sources[from.kind](), locked: isLocked };
}

/** An older version to take in place of one that is too new. */
interface Fallback {
  readonly requested: RequestedDependency;
  readonly plugin: PreparedPlugin;
  /** Why. */
  readonly messages: readonly string[];
}

async function fallbacksOf(
  findings: readonly PolicyFinding[],
  fresh: readonly PreparedPlugin[],
): Promise<readonly Fallback[]> {
  if (findings.every(({ fallbackVersion }) => fallbackVersion === undefined)) return [];
  const { default: semver } = await import('semver');
  return fresh.flatMap(
    (plugin) =>
      fallbackOf(
        plugin,
        findings.filter(({ name }) => name === plugin.name),
        semver,
      ) ?? [],
  );
}

/** A version that the lock names is what everybody has: it is never exchanged for another one. */
function fallbackOf(
  plugin: PreparedPlugin,
  findings: readonly PolicyFinding[],
  semver: typeof SemVer,
): Fallback | undefined {
  const finding = findings.find(({ fallbackVersion }) => fallbackVersion !== undefined);
  const { name, locked, desired, change } = plugin;
  if (
    finding?.fallbackVersion === undefined ||
    desired.from.kind !== 'registry' ||
    desired.locked !== undefined
  )
    return undefined;
  if (finding.fallbackVersion === locked.version) return undefined;
  const { dependency } = desired;
  const version = notBelow(finding.fallbackVersion, change, semver);
  const floats = dependency.version === 'latest';
  const requested = {
    name,
    version,
    named: desired.exact,
    dependency: floats ? dependency : { ...dependency, version },
  };
  return { requested, plugin, messages: findings.map(({ message }) => message) };
}

/** A policy keeps a project from moving on; it takes nothing back that the project has. */
function notBelow(fallback: string, { from }: PluginChange, semver: typeof SemVer): string {
  return from !== null && semver.valid(from) !== null && semver.lt(fallback, from)
    ? from
    : fallback;
}

/** Findings in `held` with an older version to take instead are reported as too new, not as blocked. */
function refuseBlocked(findings: readonly PolicyFinding[], held: readonly PolicyFinding[]): void {
  const tooNew = held.filter(({ fallbackVersion }) => fallbackVersion !== undefined);
  const blocking = findings.filter(
    (finding) => finding.level === 'block' && !tooNew.includes(finding),
  );
  const [first, ...others] = [...blocking, ...tooNew];
  if (first === undefined) return;
  const issues = [first, ...others].map(({ name, rule, message }) => ({
    field: name,
    message: `${message} (${rule})`,
  }));
  if (blocking.length > 0)
    throw policyBlocked({ ...first, hint: hintOf(first), others: others.length }, { issues });
  throw releaseTooNew(
    { ...first, fallback: first.fallbackVersion ?? '', others: others.length },
    { issues },
  );
}

function hintOf({ hint, name, fallbackVersion }: PolicyFinding): string | undefined {
  if (fallbackVersion === undefined) return hint;
  return [hint, `${name}@${fallbackVersion} would be allowed.`]
    .filter((part) => part !== undefined)
    .join(' ');
}

/** Takes the older version. In place of a version that somebody named, only when they agree. */
async function exchange(
  { requested: { name, version = '' }, plugin, messages }: Fallback,
  { ask, progress }: GateContext,
): Promise<void> {
  const why = `${name}: ${messages.join(' ')}`;
  if (!plugin.desired.exact) {
    progress.note(`${why} ${version} is taken instead.`);
    return;
  }
  const agreed = await ask.confirm({
    message: `${why} Take ${version} instead?`,
    flag: `${name}@${version}`,
    initial: false,
  });
  if (!agreed) throw cancelled({ what: 'The command' });
}

async function acceptWarnings(
  findings: readonly PolicyFinding[],
  choice: PolicyChoice,
  { ask, progress }: GateContext,
): Promise<void> {
  if (findings.length === 0) return;
  for (const { name, message, hint } of findings)
    progress.warn(`${name}: ${message}${hint === undefined ? '' : ` ${hint}`}`);
  if (choice.acceptWarnings === true) return;
  const agreed = await ask.confirm({
    message: 'Install all the same?',
    flag: '--accept-warnings',
    initial: false,
  });
  if (!agreed) throw cancelled({ what: 'The command' });
}
