import { cancelled, type Context, type ErrorIssue, type HostInfo } from 'svc-registry/kernel';
import type { PluginContents, PluginFormat } from '../../../registry/contract/plugin-format.js';
import { isUnquotedColonWarning } from '../../../registry/contract/unquoted-colon.js';
import type { SkillFlaw } from '../../contract/agents.js';
import type { InstallPolicy } from '../../contract/policies.js';
import type { PluginChange, ProjectChange, VerifyReport } from '../../contract/results.js';
import { assertSetUp, type Agents } from '../agents/agents.js';
import { detectAgents } from '../agents/choose-agents.js';
import { pluginFolder } from '../project/paths.js';
import { ProjectManifest } from '../project/project-manifest.js';
import type { Scope } from '../project/scope.js';
import { FetchProgress } from '../sources/fetch-progress.js';
import { PluginFetcher } from '../sources/plugin-fetcher.js';
import type { RegistryClient } from '../sources/registry-client.js';
import { mapLimited } from '../pace/map-limited.js';
import { DesiredPlugins, type DesiredPlugin, type Wish } from './desired-plugins.js';
import { assertAgreement } from './lock-agreement.js';
import { warnOfMisspeltKeys } from './misspelt-keys.js';
import { PluginsOnDisk } from './plugins-on-disk.js';
import { PolicyGate, type PolicyChoice } from './policy-gate.js';
import { isInPlace, preparePlugin, type PreparedPlugin } from './prepared-plugin.js';
import { withProject, type ProjectSession } from './project-session.js';
import { effectiveMode, readProjectState, type ProjectState } from './project-state.js';
import type { MakeLink } from '../transaction/folder-link.js';
import { settle } from './settle.js';
import { droppedFlaws } from '../wiring/skill-warnings.js';
import { lookAtProject } from './undisturbed.js';
import { verify } from './verification.js';
import { writePlugin } from './write-plugin.js';

const DOWNLOADS_AT_ONCE = 5;

export interface InstallerParts {
  readonly format: PluginFormat;
  readonly registry: RegistryClient;
  readonly agents: Agents;
  readonly policies: () => Promise<readonly InstallPolicy[]>;
  readonly env: Context['env'];
  readonly signal: Context['signal'];
  readonly progress: Context['progress'];
  readonly fault?: HostInfo['fault'];
  /** File of the running program, for entries that start it again. */
  readonly program?: string | undefined;
  /** Makes links, where not the system does. */
  readonly makeLink?: MakeLink | undefined;
}

/** What one command changes. */
export interface Request {
  readonly scope: Scope;
  readonly wishes?: readonly Wish[];
  readonly removed?: readonly string[];
  /** Agents to add to those of svc.json; left out: where svc.json names none, those whose files are there. */
  readonly agents?: readonly string[] | undefined;
  /** The project's new name. */
  readonly projectName?: string;
  /** Bring all plugins of svc.json into place; without it only those asked for. */
  readonly sync?: boolean;
  /** What to do about what install policies find. */
  readonly policy?: PolicyChoice;
  /** Only what svc.json and the lock agree on; neither is written. */
  readonly frozen?: boolean;
  /** Take everything away. */
  readonly leave?: boolean;
}

/** Changes a project: everything is fetched and checked first, then staged, then put in place at once. */
export class Installer {
  readonly fetcher: PluginFetcher;

  constructor(private readonly parts: InstallerParts) {
    const { format, registry, env, signal, fault, progress } = parts;
    const sources = () => import('../sources/source-reader.js').then((m) => new m.SourceReader(format, { env, signal }));
    this.fetcher = new PluginFetcher({ format, registry, sources, fault, watch: new FetchProgress(progress) });
  }

  async run(request: Request, context: RunContext): Promise<ProjectChange> {
    this.parts.agents.assertKnown(request.agents ?? []);
    // what takes long happens before the project is held; the second time it comes from memory
    const state = readProjectState(request.scope);
    if (request.frozen === true) assertAgreement(state, request.scope);
    await warnOfMisspeltKeys(state.manifest, this.parts.format, (text) => {
      context.progress.warn(text);
    });
    const desired = new DesiredPlugins(request.scope.root, this.parts.registry);
    const job = await this.admitted(state, { request, desired, context, onDisk: new PluginsOnDisk(request.scope.root) });
    if (context.signal.aborted) throw cancelled({ what: 'The command' });
    return withProject({ scope: request.scope, fault: this.parts.fault, context }, (session) => this.change(session, job));
  }

  /** The job with all that it needs in memory, as install policies let it through: they may exchange versions for older ones. */
  private async admitted(state: ProjectState, job: Job): Promise<Job> {
    const { request, context } = job;
    const prepared = await this.prepareAll(state, job);
    const project = request.projectName ?? state.manifest?.name;
    const place = { project, mode: await effectiveMode(request.scope, state.manifest) };
    const instead = await new PolicyGate(this.parts.policies).pass(prepared, request.policy ?? {}, { ...context, place });
    if (instead.length === 0) return job;
    const names = new Set(instead.map(({ name }) => name));
    const wishes = [...(request.wishes ?? []).filter(({ name }) => !names.has(name)), ...instead];
    return this.admitted(state, { ...job, request: { ...request, wishes } });
  }

  /** Compares what is there with the lock. Changes nothing. */
  async verify(scope: Scope, context: Pick<Context, 'signal' | 'progress'>): Promise<Pick<VerifyReport, 'plugins' | 'differences'>> {
    const { agents, env, program, makeLink, fault } = this.parts;
    return lookAtProject({ scope, fault, context }, async (session) => {
      const differences = await verify(session, { agents, env, program, makeLink });
      return { plugins: session.state.lock.plugins.size, differences: [...differences] };
    });
  }

  private async change(session: ProjectSession, job: Job): Promise<ProjectChange> {
    const { state, changes } = session;
    if (job.request.frozen === true) assertAgreement(state, session.scope);
    const prepared = await this.prepareAll(state, job);
    const brought = prepared.filter(({ contents }) => contents !== undefined);
    for (const plugin of brought) {
      job.context.progress.step(`Writing ${plugin.name}`);
      await changes.placeFolder(pluginFolder(plugin.name), (folder) => writePlugin(folder, plugin));
    }
    const manifest = await this.manifestAfter(state, job);
    const { frozen, leave, removed } = job.request;
    const { agents, unknown } = this.parts.agents.split(leave === true ? [] : (manifest.agents ?? []));
    await assertSetUp(agents, session.scope);
    const warn = once((text) => {
      job.context.progress.warn(text);
    });
    for (const id of unknown) warn(`No module knows the agent "${id}" of ${manifest.file}; nothing is written for it.`);
    for (const { change } of prepared)
      if (change.action === 'restored') warn(`${change.name} was changed on disk; it is again what svc-lock.json says.`);
    const plugins = new Map([...state.lock.plugins].filter(([name]) => manifest.dependencies.has(name)));
    for (const { name, locked } of prepared) plugins.set(name, locked);
    const { env, program, makeLink, agents: known } = this.parts;
    const placed = new Set(prepared.map(({ name }) => name));
    const fresh = new Map(brought.map(({ name, contents }) => [name, contents?.files ?? []] as const));
    const facts = { manifest, agents, known: known.all, plugins, placed, fresh, env, program, makeLink, warn };
    const settled = await settle(session, { ...facts, frozen, leave, removed });
    const drops = droppedFlaws(agents, session.scope);
    for (const { contents } of brought) leftOut(contents, { drops, warn });
    const withdrawn = prepared.flatMap((plugin) => plugin.withdrawn ?? []);
    return { ...settled, plugins: [...prepared.map(({ change }) => change), ...removals(state, job.request)], withdrawn };
  }

  private async prepareAll(state: ProjectState, { request, desired, context, onDisk }: Job): Promise<readonly PreparedPlugin[]> {
    const wishes = new Map((request.wishes ?? []).map((wish) => [wish.name, wish] as const));
    const scope = request.sync === true ? state : { ...state, manifest: undefined };
    const all = await desired.of(scope, wishes, new Set(request.removed));
    const before = (plugin: DesiredPlugin) => state.lock.plugins.get(plugin.name);
    const inPlace = await mapLimited(all, DOWNLOADS_AT_ONCE, (plugin) => isInPlace(plugin, { onDisk, before: before(plugin) }));
    this.fetcher.expect(all.filter((_plugin, index) => !inPlace[index]));
    return mapLimited(all, DOWNLOADS_AT_ONCE, (plugin) => {
      if (context.signal.aborted) throw cancelled({ what: 'The command' });
      return preparePlugin(plugin, { onDisk, fetcher: this.fetcher, before: before(plugin) });
    });
  }

  private async manifestAfter({ manifest: before }: ProjectState, { request }: Job): Promise<ProjectManifest> {
    const { scope, projectName, wishes = [], removed = [], agents } = request;
    let manifest = before ?? ProjectManifest.create(scope, projectName);
    for (const { name, dependency } of wishes) {
      if (!sameDependency(manifest.dependencies.get(name), dependency)) manifest = manifest.withDependency(name, dependency);
    }
    for (const name of removed) manifest = manifest.withoutDependency(name);
    if (projectName !== undefined && projectName !== manifest.name) manifest = manifest.with('name', projectName);
    return this.withAgents(manifest, agents, scope);
  }

  private async withAgents(manifest: ProjectManifest, added: readonly string[] | undefined, scope: Scope): Promise<ProjectManifest> {
    const present = manifest.agents ?? (added === undefined ? await detectAgents(scope, this.parts.agents) : []);
    const agents = [...new Set([...present, ...(added ?? [])])];
    return agents.length === manifest.agents?.length ? manifest : manifest.with('agents', agents);
  }
}

interface Job {
  readonly request: Request;
  readonly desired: DesiredPlugins;
  readonly onDisk: PluginsOnDisk;
  readonly context: RunContext;
}

type RunContext = Pick<Context, 'signal' | 'progress' | 'ask' | 'invoke' | 'cwd'>;

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
  const said = ({ message }: ErrorIssue): boolean => drops.has('unquoted-colon') && isUnquotedColonWarning(message);
  const warnings = (contents?.warnings ?? []).filter((warning) => !said(warning));
  for (const { file, message } of warnings.slice(0, MOST_WARNINGS)) warn(`${contents?.manifest.name ?? ''}: ${file ?? ''}: ${message}`);
  if (warnings.length > MOST_WARNINGS) warn(`${contents?.manifest.name ?? ''}: and ${warnings.length - MOST_WARNINGS} more of this kind.`);
}

function removals({ lock }: ProjectState, { removed = [] }: Request): readonly PluginChange[] {
  return removed.map((name) => {
    const locked = lock.plugins.get(name);
    const version = locked?.version ?? '';
    return { name, version, from: version, source: locked?.source ?? 'registry', action: 'removed' as const, skills: [] };
  });
}
