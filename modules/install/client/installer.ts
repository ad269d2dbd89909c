import { cancelled, type Context, type ErrorIssue, type HostInfo } from 'svc-registry/kernel';
import type { PluginContents, PluginFormat } from '../../registry/contract/plugin-format.js';
import { isUnquotedColonWarning } from '../../registry/contract/unquoted-colon.js';
import type { SkillFlaw } from '../contract/agents.js';
import type { InstallPolicy } from '../contract/policies.js';
import type { PluginChange, ProjectChange, VerifyReport } from '../contract/results.js';
import { assertSetUp, type Agents } from './agents/agents.js';
import { detectAgents } from './agents/choose-agents.js';
import { pluginFolder } from './project/paths.js';
import { ProjectManifest } from './project/project-manifest.js';
import type { Scope } from './project/scope.js';
import { FetchProgress } from './fetch/fetch-progress.js';
import { PluginFetcher } from './fetch/fetcher.js';
import type { RepositoryPlace } from './fetch/source-reader.js';
import type { RegistryClient } from './fetch/registry-client.js';
import { mapLimited } from './async/map-limited.js';
import { assertAsCommitted } from './verify/committed-plugins.js';
import { DesiredPlugins, type DesiredPlugin, type RequestedDependency } from './resolve/resolve.js';
import { assertAgreement } from './verify/lock-agreement.js';
import { warnOfMisspeltKeys } from './project/misspelt-keys.js';
import { OutsideFolders } from './plan/outside-folders.js';
import { PluginsOnDisk } from './plan/plugins-on-disk.js';
import { PolicyGate, type PolicyChoice } from './plan/policy-gate.js';
import { isInPlace, preparePlugin, type PreparedPlugin } from './plan/plan.js';
import { assertUnaltered, proofOf } from './plan/proven-plugins.js';
import { withProject, type ProjectSession } from './apply/project-session.js';
import { readProjectState, type ProjectState } from './project/project-state.js';
import type { MakeLink } from './transaction/folder-link.js';
import { reconcile } from './apply/apply.js';
import { droppedFlaws } from './wiring/skill-warnings.js';
import { readConsistently } from './verify/consistent-read.js';
import { verify } from './verify/verification.js';
import { writePlugin } from './apply/write-plugin.js';

const DOWNLOADS_AT_ONCE = 5;

export interface InstallerParts {
  readonly format: PluginFormat;
  readonly registry: RegistryClient;
  readonly agents: Agents;
  readonly policies: () => Promise<readonly InstallPolicy[]>;
  /** What it installs into. */
  readonly scope: Scope;
  readonly context: CommandContext;
  /** The user's own folder. */
  readonly home: string;
  readonly fault?: HostInfo['fault'];
  /** File of the running program, for entries that start it again. */
  readonly program?: string | undefined;
  /** Makes links, where not the system does. */
  readonly makeLink?: MakeLink | undefined;
}

/** What one command changes. */
export interface Request {
  readonly requested?: readonly RequestedDependency[];
  readonly removed?: readonly string[];
  /** Agents to add to those of svc.json; left out: where svc.json names none, those whose files are there. */
  readonly agents?: readonly string[] | undefined;
  /** The project's new name. */
  readonly projectName?: string;
  /** Bring all plugins of svc.json into place; without it only those asked for. */
  readonly sync?: boolean;
  /** What to do about what install policies find. */
  readonly policy?: PolicyChoice;
  /** Absolute folders that `file:` sources of svc.json may name although they lie outside the repository. */
  readonly allowedFolders?: readonly string[] | undefined;
  /** Only what svc.json and the lock agree on; neither is written. */
  readonly frozen?: boolean;
  /** Where plugins are committed, refuse files that differ from the lock instead of restoring them. */
  readonly asCommitted?: boolean;
  /** Removes every plugin and everything else that svc wrote in the scope. */
  readonly uninstallAll?: boolean;
  /** Also create the instruction files that are created only when a person agrees. */
  readonly makeInstructions?: boolean;
}

/** What an install needs of a command's context. */
export type CommandContext = Pick<
  Context,
  'signal' | 'progress' | 'ask' | 'consent' | 'invoke' | 'cwd' | 'env'
>;

/** Changes a project: everything is fetched and checked first, then staged, then put in place together. */
export class Installer {
  readonly fetcher: PluginFetcher;
  private readonly policies: PolicyGate;
  private readonly folders: OutsideFolders;

  constructor(private readonly parts: InstallerParts) {
    const { format, registry, context, fault, scope, home } = parts;
    const sources = () =>
      import('./fetch/source-reader.js').then((m) => new m.SourceReader(format, context));
    this.policies = new PolicyGate(parts.policies, { scope, context });
    this.folders = new OutsideFolders({ scope, home, context });
    const admit = (place: RepositoryPlace) => this.policies.admit(place);
    this.fetcher = new PluginFetcher({
      format,
      registry,
      sources,
      admit,
      fault,
      watch: new FetchProgress(context.progress),
    });
  }

  async run(request: Request): Promise<ProjectChange> {
    const { scope, context, fault } = this.parts;
    await context.consent?.write(scope.root);
    this.parts.agents.assertKnown(request.agents ?? []);
    // what takes long happens before the project is held; the second time it comes from memory
    const state = readProjectState(scope);
    if (request.frozen === true) assertAgreement(state, scope);
    const onDisk = new PluginsOnDisk(scope.root, this.parts.format);
    if (request.asCommitted === true) await assertAsCommitted({ scope, state }, onDisk);
    await warnOfMisspeltKeys(state.manifest, this.parts.format, (text) => {
      context.progress.warn(text);
    });
    const desired = new DesiredPlugins(scope.root, this.parts.registry);
    const job = await this.admitted(state, { request, desired, onDisk });
    if (context.signal.aborted) throw cancelled({ what: 'The command' });
    return withProject({ scope, fault, context }, (session) => this.change(session, job));
  }

  /** The job with all that it needs in memory, as install policies let it through: they may exchange versions for older ones. */
  private async admitted(state: ProjectState, job: Job): Promise<Job> {
    const { request } = job;
    const prepared = await this.prepareAll(state, job);
    const instead = await this.policies.pass(prepared, request.policy ?? {}, request.projectName);
    if (instead.length === 0) return job;
    const names = new Set(instead.map(({ name }) => name));
    const requested = [
      ...(request.requested ?? []).filter(({ name }) => !names.has(name)),
      ...instead,
    ];
    return this.admitted(state, { ...job, request: { ...request, requested } });
  }

  /** Compares what is there with the lock. Changes nothing. */
  async verify(): Promise<Pick<VerifyReport, 'plugins' | 'differences'>> {
    const { agents, scope, context, program, makeLink, fault, format } = this.parts;
    return readConsistently({ scope, fault, context }, async (session) => {
      const onDisk = new PluginsOnDisk(scope.root, format);
      const differences = await verify(session, {
        agents,
        env: context.env,
        program,
        makeLink,
        onDisk,
      });
      return { plugins: session.state.lock.plugins.size, differences: [...differences] };
    });
  }

  private async change(session: ProjectSession, job: Job): Promise<ProjectChange> {
    const { state, changes } = session;
    const { env, progress } = this.parts.context;
    if (job.request.frozen === true) assertAgreement(state, session.scope);
    const prepared = await this.prepareAll(state, job);
    const brought = prepared.filter(({ contents }) => contents !== undefined);
    for (const plugin of brought) {
      progress.step(`Writing ${plugin.name}`);
      await changes.placeFolder(pluginFolder(plugin.name), (folder) => writePlugin(folder, plugin));
    }
    const manifest = this.manifestAfter(state, job);
    const { frozen, uninstallAll, removed, makeInstructions } = job.request;
    const { agents, unknown } = this.parts.agents.split(
      uninstallAll === true ? [] : (manifest.agents ?? []),
    );
    assertSetUp(agents, session.scope);
    const warn = once((text) => {
      progress.warn(text);
    });
    for (const id of unknown)
      warn(`No module knows the agent "${id}" of ${manifest.file}; nothing is written for it.`);
    for (const { change } of prepared)
      if (change.action === 'restored')
        warn(`${change.name} was changed on disk; it is again what svc-lock.json says.`);
    const plugins = new Map(
      [...state.lock.plugins].filter(([name]) => manifest.dependencies.has(name)),
    );
    const others = [...plugins].filter(
      ([name]) => !prepared.some((plugin) => plugin.name === name),
    );
    const { unproven, altered } = await proofOf(others, job.onDisk);
    assertUnaltered(altered, session.scope);
    for (const { name, locked } of prepared) plugins.set(name, locked);
    const { program, makeLink, agents: known } = this.parts;
    const placed = new Set(prepared.map(({ name }) => name));
    const fresh = new Map(
      brought.map(({ name, contents }) => [name, contents?.files ?? []] as const),
    );
    const facts = {
      manifest,
      agents,
      known: known.all,
      plugins,
      placed,
      unproven,
      fresh,
      env,
      program,
      makeLink,
      warn,
    };
    const reconciled = await reconcile(session, {
      ...facts,
      frozen,
      uninstallAll,
      removed,
      makeInstructions,
    });
    const drops = droppedFlaws(agents, session.scope);
    for (const { contents } of brought) leftOut(contents, { drops, warn });
    const withdrawn = prepared.flatMap((plugin) => plugin.withdrawn ?? []);
    return {
      ...reconciled,
      plugins: [...prepared.map(({ change }) => change), ...removals(state, job.request)],
      withdrawn,
    };
  }

  private async prepareAll(
    state: ProjectState,
    { request, desired, onDisk }: Job,
  ): Promise<readonly PreparedPlugin[]> {
    const requested = new Map((request.requested ?? []).map((one) => [one.name, one] as const));
    const wanted = request.sync === true ? state : { ...state, manifest: undefined };
    const all = await desired.of(wanted, requested, new Set(request.removed));
    const before = (plugin: DesiredPlugin) => state.lock.plugins.get(plugin.name);
    const inPlace = await mapLimited(all, DOWNLOADS_AT_ONCE, (plugin) =>
      isInPlace(plugin, { onDisk, before: before(plugin) }),
    );
    const fetched = all.filter((_plugin, index) => !inPlace[index]);
    await this.folders.admit(fetched, { ...request, unattended: request.policy?.unattended });
    this.fetcher.expect(fetched);
    const prepared = await mapLimited(all, DOWNLOADS_AT_ONCE, (plugin) => {
      if (this.parts.context.signal.aborted) throw cancelled({ what: 'The command' });
      return preparePlugin(plugin, { onDisk, fetcher: this.fetcher, before: before(plugin) });
    });
    assertUnaltered(
      prepared.flatMap(({ altered }) => altered),
      this.parts.scope,
    );
    return prepared;
  }

  private manifestAfter({ manifest: before }: ProjectState, { request }: Job): ProjectManifest {
    const { projectName, requested = [], removed = [], agents } = request;
    let manifest = before ?? ProjectManifest.create(this.parts.scope, projectName);
    for (const { name, dependency } of requested) {
      if (!sameDependency(manifest.dependencies.get(name), dependency))
        manifest = manifest.withDependency(name, dependency);
    }
    for (const name of removed) manifest = manifest.withoutDependency(name);
    if (projectName !== undefined && projectName !== manifest.name)
      manifest = manifest.with('name', projectName);
    return this.withAgents(manifest, agents);
  }

  private withAgents(
    manifest: ProjectManifest,
    added: readonly string[] | undefined,
  ): ProjectManifest {
    const present =
      manifest.agents ??
      (added === undefined ? detectAgents(this.parts.scope, this.parts.agents) : []);
    const agents = [...new Set([...present, ...(added ?? [])])];
    return agents.length === manifest.agents?.length ? manifest : manifest.with('agents', agents);
  }
}

interface Job {
  readonly request: Request;
  readonly desired: DesiredPlugins;
  readonly onDisk: PluginsOnDisk;
}

/** Several writers may have the same to say. */
function once(warn: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) warn(text);
    said.add(text);
  };
}

function sameDependency(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const MOST_WARNINGS = 5;

/** What an installed plugin's source has and the plugin has not, or what agents may stumble over. */
function leftOut(
  contents: PluginContents | undefined,
  { drops, warn }: { drops: ReadonlySet<SkillFlaw>; warn: (text: string) => void },
): void {
  // where an agent drops the skill for it, that was said with the agent's name
  const said = ({ message }: ErrorIssue): boolean =>
    drops.has('unquoted-colon') && isUnquotedColonWarning(message);
  const warnings = (contents?.warnings ?? []).filter((warning) => !said(warning));
  for (const { file, message } of warnings.slice(0, MOST_WARNINGS))
    warn(`${contents?.manifest.name ?? ''}: ${file ?? ''}: ${message}`);
  if (warnings.length > MOST_WARNINGS)
    warn(
      `${contents?.manifest.name ?? ''}: and ${warnings.length - MOST_WARNINGS} more of this kind.`,
    );
}

function removals({ lock }: ProjectState, { removed = [] }: Request): readonly PluginChange[] {
  return removed.map((name) => {
    const locked = lock.plugins.get(name);
    const version = locked?.version ?? '';
    return {
      name,
      version,
      from: version,
      source: locked?.source ?? 'registry',
      action: 'removed' as const,
      skills: [],
      brings: [],
    };
  });
}
