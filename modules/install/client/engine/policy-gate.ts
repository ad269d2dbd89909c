import type SemVer from 'semver';
import { cancelled, type Context } from 'svc-registry/kernel';
import { policyBlocked, releaseTooNew } from '../../contract/errors.js';
import type { CandidateSource, InstallCandidate, InstallPolicy, PolicyFinding, PolicyPlace } from '../../contract/policies.js';
import type { PluginChange } from '../../contract/results.js';
import type { Wish } from './desired-plugins.js';
import type { PreparedPlugin } from './prepared-plugin.js';

/** How findings are dealt with. */
export interface PolicyChoice {
  /** Go on without asking when a policy warns. */
  readonly acceptWarnings?: boolean | undefined;
  /** Fail where a policy names an older version to take instead. */
  readonly strict?: boolean | undefined;
}

type GateContext = Pick<Context, 'signal' | 'invoke' | 'cwd' | 'progress' | 'ask'> & { readonly place: PolicyPlace };

/** Stands between what was fetched and what is written: asks every policy about what is not installed yet. */
export class PolicyGate {
  constructor(private readonly policies: () => Promise<readonly InstallPolicy[]>) {}

  /**
   * Lets everything through, or answers the older versions to try instead. Throws `policy_blocked`; what policies warn of is asked about, and
   * refused where there is nobody to ask.
   */
  async pass(prepared: readonly PreparedPlugin[], choice: PolicyChoice, context: GateContext): Promise<readonly Wish[]> {
    const fresh = prepared.filter(({ contents }) => contents !== undefined);
    const findings = fresh.length === 0 ? [] : await this.judge(fresh.map(candidateOf), context);
    const byName = new Map(fresh.map((plugin) => [plugin.name, plugin] as const));
    const fallbacks = choice.strict === true ? [] : await fallbacksOf(findings, byName);
    if (fallbacks.length > 0) {
      for (const { name, version = '' } of fallbacks) {
        const messages = findings.filter((finding) => finding.name === name).map(({ message }) => message);
        context.progress.note(`${name}: ${messages.join(' ')} ${version} is taken instead.`);
      }
      return fallbacks;
    }
    refuseBlocked(findings, choice);
    await acceptWarnings(findings, choice, context);
    return [];
  }

  private async judge(candidates: readonly InstallCandidate[], context: GateContext): Promise<readonly PolicyFinding[]> {
    const policies = await this.policies();
    return (await Promise.all(policies.map((policy) => policy.judge(candidates, context)))).flat();
  }
}

function candidateOf({ name, desired: { from, locked: inLock }, locked }: PreparedPlugin): InstallCandidate {
  const isLocked = inLock !== undefined;
  const sources: { readonly [K in typeof from.kind]: () => CandidateSource } = {
    registry: () => ({ kind: 'registry', version: locked.version }),
    file: () => ({ kind: 'file', folder: from.kind === 'file' ? from.folder : '' }),
    git: () => {
      const { host = '', repository = '' } = from.kind === 'git' ? from.source : {};
      return { kind: 'git', host, path: repository, commit: locked.commit ?? '' };
    },
  };
  return { name, source: sources[from.kind](), locked: isLocked };
}

async function fallbacksOf(findings: readonly PolicyFinding[], plugins: ReadonlyMap<string, PreparedPlugin>): Promise<readonly Wish[]> {
  if (findings.every(({ fallbackVersion }) => fallbackVersion === undefined)) return [];
  const { default: semver } = await import('semver');
  return findings.flatMap((finding) => fallbackOf(finding, plugins.get(finding.name), semver) ?? []);
}

/** A version that the lock names is what everybody has: it is never exchanged for another one. */
function fallbackOf({ fallbackVersion }: PolicyFinding, plugin: PreparedPlugin | undefined, semver: typeof SemVer): Wish | undefined {
  if (fallbackVersion === undefined || plugin === undefined) return undefined;
  const { name, locked, desired } = plugin;
  if (desired.from.kind !== 'registry' || desired.locked !== undefined || fallbackVersion === locked.version) return undefined;
  const { dependency } = desired;
  const version = notBelow(fallbackVersion, plugin.change, semver);
  const floats = dependency.version === 'latest';
  return { name, version, dependency: floats ? dependency : { ...dependency, version } };
}

/** A policy keeps a project from moving on; it takes nothing back that the project has. */
function notBelow(fallback: string, { from }: PluginChange, semver: typeof SemVer): string {
  return from !== null && semver.valid(from) !== null && semver.lt(fallback, from) ? from : fallback;
}

function refuseBlocked(findings: readonly PolicyFinding[], { strict }: PolicyChoice): void {
  const tooNew = strict === true ? findings.filter(({ fallbackVersion }) => fallbackVersion !== undefined) : [];
  const blocking = findings.filter((finding) => finding.level === 'block' && !tooNew.includes(finding));
  const [first, ...others] = [...blocking, ...tooNew];
  if (first === undefined) return;
  const issues = [first, ...others].map(({ name, rule, message }) => ({ field: name, message: `${message} (${rule})` }));
  if (blocking.length > 0) throw policyBlocked({ ...first, hint: first.hint, others: others.length }, { issues });
  throw releaseTooNew({ ...first, fallback: first.fallbackVersion ?? '', others: others.length }, { issues });
}

async function acceptWarnings(findings: readonly PolicyFinding[], choice: PolicyChoice, { ask, progress }: GateContext): Promise<void> {
  if (findings.length === 0) return;
  for (const { name, message, hint } of findings) progress.warn(`${name}: ${message}${hint === undefined ? '' : ` ${hint}`}`);
  if (choice.acceptWarnings === true) return;
  const agreed = await ask.confirm({ message: 'Install all the same?', flag: '--accept-warnings', initial: false });
  if (!agreed) throw cancelled({ what: 'The command' });
}
