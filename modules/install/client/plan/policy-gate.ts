import { cancelled, type Context } from 'svc-registry/kernel';
import { eachOnce } from '../../../../toolbox/once.js';
import { policyBlocked, releaseTooNew } from '../../contract/errors.js';
import type { InstallCandidate, InstallPolicy, PolicyFinding } from '../../contract/policies.js';
import { readProjectManifest } from '../project/project-manifest.js';
import type { Scope } from '../project/scope.js';
import type { Wanted } from '../fetch/fetcher.js';
import type { RemoteSource } from '../resolve/remote-source.js';
import { ofVersion, type RequestedPlugin } from '../resolve/resolve.js';
import { candidateSource, candidateSources } from '../resolve/source.js';
import type { PlannedPlugin } from './plan.js';
import { effectiveMode } from '../project/project-state.js';

export interface PolicyChoice {
  /** Go on without asking when a policy warns. */
  readonly acceptWarnings?: boolean | undefined;
  /** Fail instead of taking the older version that a policy names. */
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
 * Asks every policy: about repositories before they are contacted, and about everything new between fetching and
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

  /** Throws `policy_blocked` if a policy forbids the repository. Warnings wait until the content is known. */
  admit({ source, name = source.text, locked }: Wanted<RemoteSource>): Promise<void> {
    const candidate = { name, source: candidateSource(source), locked: locked !== undefined };
    const key = JSON.stringify([candidate.source, candidate.locked]);
    const asked =
      this.admitted.get(key) ??
      this.judge([candidate]).then((findings) => {
        refuseBlocked(findings, []);
      });
    this.admitted.set(key, asked);
    return asked;
  }

  /**
   * Passes, or returns the older versions to try instead; a version that the user named is replaced only with consent.
   * Throws `policy_blocked` and `release_too_new`. Asks about warnings; without a person to ask, refuses them.
   */
  async pass(
    planned: readonly PlannedPlugin[],
    choice: PolicyChoice,
    projectName?: string,
  ): Promise<readonly RequestedPlugin[]> {
    const context = { ...this.parts.context, progress: this.progress };
    const fresh = planned.filter(({ fetched }) => fetched !== undefined);
    const findings =
      fresh.length === 0 ? [] : await this.judge(fresh.flatMap(candidatesOf), projectName);
    const fallbacks = choice.strict === true ? [] : await fallbacksOf(findings, fresh);
    const exact = fallbacks.filter(({ plugin }) => plugin.resolved.named);
    if (exact.length === 0 || (context.ask.interactive && choice.unattended !== true)) {
      for (const fallback of fallbacks) await exchange(fallback, context);
      if (fallbacks.length > 0) return fallbacks.map(({ requested }) => requested);
    }
    const open = findings.filter(({ name }) =>
      fallbacks.every(({ plugin }) => plugin.resolved.name !== name || plugin.resolved.named),
    );
    refuseBlocked(
      open,
      choice.strict === true
        ? open
        : open.filter(({ name }) => exact.some(({ plugin }) => plugin.resolved.name === name)),
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
    const project = projectName ?? manifest?.name;
    const mode = await effectiveMode(scope, manifest);
    const policies = await this.policies();
    const asking = { ...context, progress: this.progress, scope: { project, mode } };
    return (await Promise.all(policies.map((policy) => policy.judge(candidates, asking)))).flat();
  }
}

/** A policy is called several times per command; without this its notes would be repeated. */
function sayingOnce(progress: Context['progress']): Context['progress'] {
  return {
    step: (...step) => {
      progress.step(...step);
    },
    note: eachOnce((text) => {
      progress.note(text);
    }),
    warn: eachOnce((text) => {
      progress.warn(text);
    }),
  };
}

function candidatesOf({ resolved, locked }: PlannedPlugin): readonly InstallCandidate[] {
  return candidateSources(resolved.source, locked).map((source) => ({
    name: resolved.name,
    source,
    locked: resolved.locked !== undefined,
  }));
}

/** An older version to take in place of one that is too new. */
interface Fallback {
  readonly requested: RequestedPlugin;
  readonly version: string;
  readonly plugin: PlannedPlugin;
  /** The policies' reasons. */
  readonly messages: readonly string[];
}

async function fallbacksOf(
  findings: readonly PolicyFinding[],
  fresh: readonly PlannedPlugin[],
): Promise<readonly Fallback[]> {
  if (findings.every(({ fallbackVersion }) => fallbackVersion === undefined)) return [];
  const { default: semver } = await import('semver');
  return fresh.flatMap((plugin) => {
    const { resolved, locked, change } = plugin;
    const own = findings.filter(({ name }) => name === resolved.name);
    const fallback = own.find(({ fallbackVersion }) => fallbackVersion)?.fallbackVersion;
    // a version that the lock names is never replaced, because the whole team uses it
    const isFree = resolved.source.kind === 'registry' && resolved.locked === undefined;
    if (!isFree || fallback === undefined || fallback === locked.version) return [];
    // a policy may hold back an update, but must not downgrade a project
    const { from } = change;
    const isDowngrade = semver.valid(from) !== null && semver.lt(fallback, from ?? '');
    const version = isDowngrade && from !== null ? from : fallback;
    const { name, dependency, named } = resolved;
    const requested = { ...ofVersion(name, dependency, version), named };
    return [{ requested, version, plugin, messages: own.map(({ message }) => message) }];
  });
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

/** Takes the older version. If the user named the version, only with their consent. */
async function exchange(
  { requested: { name }, version, plugin, messages }: Fallback,
  { ask, progress }: GateContext,
): Promise<void> {
  const why = `${name}: ${messages.join(' ')}`;
  if (!plugin.resolved.named) {
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
    message: 'Install anyway?',
    flag: '--accept-warnings',
    initial: false,
  });
  if (!agreed) throw cancelled({ what: 'The command' });
}
