import { cancelled, type Context, type HostInfo } from 'svc-registry/kernel';
import { mapLimited } from '../../../toolbox/map-limited.js';
import type { PluginFolders } from '../../registry/contract/plugin-format.js';
import type { InstallPolicy } from '../contract/policies.js';
import type { ProjectChange, VerifyReport } from '../contract/results.js';
import type { Agents } from './agents/agents.js';
import { apply } from './apply/apply.js';
import { withProject, type ProjectSession } from './apply/project-session.js';
import { FetchProgress } from './fetch/fetch-progress.js';
import { OpenSources } from './fetch/open-sources.js';
import { PluginFetcher } from './fetch/fetcher.js';
import type { RegistryClient } from './fetch/registry-client.js';
import { planUnlessGone, plansOf, type Plans } from './plan/gone-sources.js';
import { manifestAfter } from './plan/manifest-after.js';
import { OutsideFolders } from './plan/outside-folders.js';
import { isInPlace, planPlugin } from './plan/plan.js';
import { PluginsOnDisk } from './plan/plugins-on-disk.js';
import { PolicyGate, type PolicyChoice } from './plan/policy-gate.js';
import { assertUnaltered } from './plan/proven-plugins.js';
import { warnOfMisspeltKeys } from './project/misspelt-keys.js';
import { readProjectState, type ProjectState } from './project/project-state.js';
import type { Scope } from './project/scope.js';
import { Resolver, type RequestedPlugin } from './resolve/resolve.js';
import { assertAsCommitted } from './verify/committed-plugins.js';
import { readConsistently } from './verify/consistent-read.js';
import { linkedSkills } from './verify/linked-skills.js';
import { assertAgreement } from './verify/lock-agreement.js';
import { verify } from './verify/verification.js';

const DOWNLOADS_AT_ONCE = 5;

export interface InstallerParts {
  readonly format: PluginFolders;
  readonly registry: RegistryClient;
  readonly agents: Agents;
  readonly policies: () => Promise<readonly InstallPolicy[]>;
  /** The scope to install into. */
  readonly scope: Scope;
  readonly context: CommandContext;
  /** The user's own folder. */
  readonly home: string;
  /** Requests to hosts of packages and archives. */
  readonly fetch: HostInfo['fetch'];
  readonly fault?: HostInfo['fault'];
  /** Path of the running program, for entries that start it again. */
  readonly program?: string | undefined;
}

/** The changes that one command requests. */
export interface Request {
  readonly requested?: readonly RequestedPlugin[];
  readonly removed?: readonly string[];
  /** Agents to add to those of svc.json. Left out: if svc.json names none, the agents whose files are present. */
  readonly agents?: readonly string[] | undefined;
  /** Whether agents get svc's own tool server; left out: as svc.json says. */
  readonly toolServer?: boolean | undefined;
  /** The project's new name. */
  readonly projectName?: string;
  /** Install all plugins of svc.json; without it only the requested ones. */
  readonly sync?: boolean;
  /** How to treat the findings of install policies. */
  readonly policy?: PolicyChoice;
  /** Absolute folders outside the repository that `file:` sources of svc.json may name. */
  readonly allowedFolders?: readonly string[] | undefined;
  /** Require svc.json and the lock to agree, and write neither. */
  readonly frozen?: boolean;
  /** Where plugins are committed, refuse files that differ from the lock instead of restoring them. */
  readonly asCommitted?: boolean;
  /** Removes every plugin and everything else that svc wrote in the scope. */
  readonly uninstallAll?: boolean;
  /** Also create the instruction files that are created only when a person agrees. */
  readonly makeInstructions?: boolean;
}

/** The part of a command's context that an install needs. */
type CommandContext = Pick<
  Context,
  'signal' | 'progress' | 'ask' | 'consent' | 'invoke' | 'cwd' | 'env'
>;

/** Changes a project: fetches and checks everything first, then stages it, then applies all changes together. */
export class Installer {
  readonly registry: RegistryClient;
  readonly fetcher: PluginFetcher;
  private readonly sources: OpenSources;
  private readonly policies: PolicyGate;
  private readonly folders: OutsideFolders;

  constructor(private readonly parts: InstallerParts) {
    const { format, registry, context, fault, scope, home, fetch } = parts;
    const { env, signal } = context;
    this.sources = new OpenSources(format, { env, signal, fetch });
    this.registry = registry;
    this.policies = new PolicyGate(parts.policies, { scope, context });
    this.folders = new OutsideFolders({ scope, home, context });
    this.fetcher = new PluginFetcher({
      format,
      registry,
      sources: () => this.sources.reader(),
      admit: (wanted) => this.policies.admit(wanted),
      fault,
      watch: new FetchProgress(context.progress),
    });
  }

  /** Removes what was fetched of repositories. Every command ends with it; what is read afterwards is fetched anew. */
  close(): Promise<void> {
    return this.sources.close();
  }

  async run(request: Request): Promise<ProjectChange> {
    try {
      return await this.carryOut(request);
    } finally {
      await this.close();
    }
  }

  private async carryOut(request: Request): Promise<ProjectChange> {
    const { scope, context, fault, format, registry } = this.parts;
    await context.consent?.write(scope.root);
    this.parts.agents.assertKnown(request.agents ?? []);
    // plans before taking the mutex, since fetching is slow; the second plan reads from memory
    const state = readProjectState(scope);
    if (request.frozen === true) assertAgreement(state, scope);
    const onDisk = new PluginsOnDisk(scope.root, format);
    if (request.asCommitted === true) await assertAsCommitted({ scope, state }, onDisk);
    await warnOfMisspeltKeys(state.manifest, format, (text) => {
      context.progress.warn(text);
    });
    const resolver = new Resolver(scope.root, registry);
    const job = await this.admitted(state, { request, resolver, onDisk });
    if (context.signal.aborted) throw cancelled({ what: 'The command' });
    return withProject({ scope, fault, context }, (session) => this.change(session, job));
  }

  /** The job with everything fetched, as install policies allow it: they may replace versions by older ones. */
  private async admitted(state: ProjectState, job: Job): Promise<Job> {
    const { request } = job;
    const { planned } = await this.plan(state, job);
    const instead = await this.policies.pass(planned, request.policy ?? {}, request.projectName);
    if (instead.length === 0) return job;
    const names = new Set(instead.map(({ name }) => name));
    const others = (request.requested ?? []).filter(({ name }) => !names.has(name));
    return this.admitted(state, {
      ...job,
      request: { ...request, requested: [...others, ...instead] },
    });
  }

  /** Resolves and fetches, and compares the outcome with what is there. */
  private async plan(state: ProjectState, { request, resolver, onDisk }: Job): Promise<Plans> {
    const { requested = [], removed = [], allowedFolders, policy, frozen = false } = request;
    const wanted = request.sync === true ? state : { ...state, manifest: undefined };
    const plugins = await resolver.resolve(wanted, requested, removed);
    const inPlace = await mapLimited(plugins, DOWNLOADS_AT_ONCE, (plugin) =>
      isInPlace(plugin, onDisk),
    );
    const fetched = plugins.filter((_plugin, index) => !inPlace[index]);
    await this.folders.admit(fetched, { allowedFolders, unattended: policy?.unattended });
    this.fetcher.expect(fetched);
    const named = new Set(requested.map(({ name }) => name));
    const outcomes = await mapLimited(plugins, DOWNLOADS_AT_ONCE, (plugin) => {
      if (this.parts.context.signal.aborted) throw cancelled({ what: 'The command' });
      return planUnlessGone(plugin, frozen || named.has(plugin.name), () =>
        planPlugin(plugin, { onDisk, fetcher: this.fetcher }),
      );
    });
    const plans = plansOf(outcomes);
    assertUnaltered(
      plans.planned.flatMap(({ altered }) => altered),
      this.parts.scope,
    );
    return plans;
  }

  private async change(session: ProjectSession, job: Job): Promise<ProjectChange> {
    const { request, onDisk } = job;
    const { scope, state } = session;
    if (request.frozen === true) assertAgreement(state, scope);
    const { planned, failed } = await this.plan(state, job);
    const manifest = manifestAfter(state.manifest, request, this.parts);
    const change = await apply(session, { planned, manifest, request, onDisk, parts: this.parts });
    return failed.length === 0 ? change : Object.assign(change, { failed: [...failed] });
  }

  /** Compares the installed files with the lock. Changes nothing. */
  async verify(): Promise<Pick<VerifyReport, 'plugins' | 'skills' | 'files' | 'differences'>> {
    const { agents, scope, context, program, fault, format } = this.parts;
    return readConsistently({ scope, fault, context }, async (session) => {
      const onDisk = new PluginsOnDisk(scope.root, format);
      const differences = await verify(session, { agents, env: context.env, program, onDisk });
      const { plugins, managedFiles } = session.state.lock;
      const files = await Promise.all(
        [...plugins].map(([name, locked]) => onDisk.files(name, locked)),
      );
      return {
        plugins: plugins.size,
        skills: linkedSkills(scope.root, managedFiles),
        files: files.reduce((sum, count) => sum + count, 0),
        differences: [...differences],
      };
    });
  }
}

interface Job {
  readonly request: Request;
  readonly resolver: Resolver;
  readonly onDisk: PluginsOnDisk;
}
