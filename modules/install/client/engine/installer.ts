import { cancelled, type Context, type HostInfo } from 'svc-registry/kernel';
import type { PluginFormat } from '../../../registry/contract/plugin-format.js';
import type { AgentId } from '../../contract/agent-ids.js';
import type { PluginChange, ProjectChange } from '../../contract/results.js';
import { assertAvailable, detectAgents, splitAgents } from '../agents/choose-agents.js';
import { pluginFolder } from '../project/paths.js';
import { ProjectManifest } from '../project/project-manifest.js';
import { PluginFetcher } from '../sources/plugin-fetcher.js';
import type { RegistryClient } from '../sources/registry-client.js';
import { mapLimited } from './concurrency.js';
import { DesiredPlugins, type Wish } from './desired-plugins.js';
import { warnOfMisspeltKeys } from './misspelt-keys.js';
import { preparePlugin, writePlugin, type PreparedPlugin } from './prepared-plugin.js';
import { withProject, type ProjectSession } from './project-session.js';
import { readProjectState, type ProjectState } from './project-state.js';
import { settle } from './settle.js';

const DOWNLOADS_AT_ONCE = 5;

export interface InstallerParts {
  readonly format: PluginFormat;
  readonly registry: RegistryClient;
  readonly env: Context['env'];
  readonly fault?: HostInfo['fault'];
  /** File of the running program, for entries that start it again. */
  readonly program?: string | undefined;
}

/** What one command changes. */
export interface Request {
  readonly root: string;
  readonly wishes?: readonly Wish[];
  readonly removed?: readonly string[];
  /** Agents to add to those of svc.json. */
  readonly agents?: readonly AgentId[];
  /** The project's new name. */
  readonly projectName?: string;
  /** Bring all plugins of svc.json into place; without it only those asked for. */
  readonly sync?: boolean;
}

/** Changes a project: everything is fetched and checked first, then staged, then put in place at once. */
export class Installer {
  readonly fetcher: PluginFetcher;

  constructor(private readonly parts: InstallerParts) {
    this.fetcher = new PluginFetcher(parts.format, parts.registry, parts.fault);
  }

  async run(request: Request, context: Pick<Context, 'signal' | 'progress'>): Promise<ProjectChange> {
    assertAvailable(request.agents ?? []);
    const desired = new DesiredPlugins(request.root, this.parts.registry);
    const job = { request, desired, context };
    // what takes long happens before the project is held; the second time it comes from memory
    const state = await readProjectState(request.root);
    await warnOfMisspeltKeys(state.manifest, this.parts.format, (text) => {
      context.progress.warn(text);
    });
    await this.prepareAll(state, job);
    if (context.signal.aborted) throw cancelled({ what: 'The command' });
    return withProject({ root: request.root, fault: this.parts.fault, context }, (session) => this.change(session, job));
  }

  private async change(session: ProjectSession, job: Job): Promise<ProjectChange> {
    const { state, changes } = session;
    const prepared = await this.prepareAll(state, job);
    for (const plugin of prepared) {
      if (plugin.contents !== undefined) await changes.placeFolder(pluginFolder(plugin.name), (folder) => writePlugin(folder, plugin));
    }
    const manifest = await this.manifestAfter(state, job);
    const { agents, missing } = splitAgents(manifest.agents ?? []);
    const warn = (text: string): void => {
      job.context.progress.warn(text);
    };
    for (const id of missing) warn(`The agent "${id}" of svc.json is not available yet; nothing is written for it.`);
    for (const { change } of prepared)
      if (change.action === 'restored') warn(`${change.name} was changed on disk; it is again what svc-lock.json says.`);
    const plugins = new Map([...state.lock.plugins].filter(([name]) => manifest.dependencies.has(name)));
    for (const { name, locked } of prepared) plugins.set(name, locked);
    const { env, program } = this.parts;
    const placed = new Set(prepared.map(({ name }) => name));
    const settled = await settle(session, { manifest, agents, plugins, placed, env, program, warn });
    noteUnwritten(prepared, job.context);
    const withdrawn = prepared.flatMap((plugin) => plugin.withdrawn ?? []);
    return { ...settled, plugins: [...prepared.map(({ change }) => change), ...removals(state, job.request)], withdrawn };
  }

  private async prepareAll(state: ProjectState, { request, desired, context }: Job): Promise<readonly PreparedPlugin[]> {
    const wishes = new Map((request.wishes ?? []).map((wish) => [wish.name, wish] as const));
    const scope = request.sync === true ? state : { ...state, manifest: undefined };
    const all = await desired.of(scope, wishes, new Set(request.removed));
    return mapLimited(all, DOWNLOADS_AT_ONCE, (plugin, index) => {
      if (context.signal.aborted) throw cancelled({ what: 'The command' });
      context.progress.step(`${plugin.name} (${index + 1} of ${all.length})`);
      return preparePlugin(plugin, { root: request.root, fetcher: this.fetcher, before: state.lock.plugins.get(plugin.name) });
    });
  }

  private async manifestAfter({ manifest: before }: ProjectState, { request }: Job): Promise<ProjectManifest> {
    const { root, projectName, wishes = [], removed = [], agents = [] } = request;
    let manifest = before ?? ProjectManifest.create(root, projectName);
    for (const { name, dependency } of wishes) {
      if (!sameDependency(manifest.dependencies.get(name), dependency)) manifest = manifest.withDependency(name, dependency);
    }
    for (const name of removed) manifest = manifest.withoutDependency(name);
    if (projectName !== undefined && projectName !== manifest.name) manifest = manifest.with('name', projectName);
    return withAgents(manifest, agents, root);
  }
}

interface Job {
  readonly request: Request;
  readonly desired: DesiredPlugins;
  readonly context: Pick<Context, 'signal' | 'progress'>;
}

async function withAgents(manifest: ProjectManifest, added: readonly AgentId[], root: string): Promise<ProjectManifest> {
  const present = manifest.agents ?? (added.length > 0 ? [] : await detectAgents(root));
  const agents = [...new Set([...present, ...added])];
  return agents.length === manifest.agents?.length ? manifest : manifest.with('agents', agents);
}

function sameDependency(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function removals({ lock }: ProjectState, { removed = [] }: Request): readonly PluginChange[] {
  return removed.map((name) => {
    const locked = lock.plugins.get(name);
    const version = locked?.version ?? '';
    return { name, version, from: version, source: locked?.source ?? 'registry', action: 'removed' as const, skills: [] };
  });
}

function noteUnwritten(prepared: readonly PreparedPlugin[], { progress }: Job['context']): void {
  const names = prepared.filter(({ contents }) => contents !== undefined && carriesMore(contents)).map(({ name }) => name);
  if (names.length === 0) return;
  progress.note(
    `Tool servers and hooks of plugins are not given to agents yet: ${names.join(', ')} carr${names.length === 1 ? 'ies' : 'y'} some.`,
  );
}

function carriesMore({ manifest, toolServers }: NonNullable<PreparedPlugin['contents']>): boolean {
  return toolServers.size > 0 || manifest.hooks !== undefined || manifest.nativeHooks !== undefined;
}
