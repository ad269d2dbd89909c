import type { Context } from 'svc-registry/kernel';
import type { ProjectChange } from '../../contract/results.js';
import { availableAgents, type AgentFacts } from '../agents/agents.js';
import { lockText, type Ledger, type LockedPlugin } from '../project/lock-file.js';
import { LOCK_FILE, MANIFEST_FILE, pluginFolder, RULES_FILE } from '../project/paths.js';
import type { ProjectManifest } from '../project/project-manifest.js';
import { writeIgnoreFiles } from '../wiring/ignore-files.js';
import { rulesText } from '../wiring/rules-file.js';
import { writeRulesReferences } from '../wiring/rules-reference.js';
import { writeSkillLinks } from '../wiring/skill-links.js';
import { nameSkills } from '../wiring/skill-names.js';
import { toolServerEntry } from '../wiring/svc-program.js';
import { removeToolServer, writeToolServer } from '../wiring/tool-server-entry.js';
import { effectiveMode, installedNames } from './project-state.js';
import type { ProjectSession } from './project-session.js';

export interface Settlement {
  readonly manifest: ProjectManifest;
  readonly agents: readonly AgentFacts[];
  /** Every plugin of the project after the command. */
  readonly plugins: ReadonlyMap<string, LockedPlugin>;
  /** The names among them that are in place or staged. */
  readonly placed: ReadonlySet<string>;
  readonly env: Context['env'];
  readonly program: string | undefined;
  readonly warn: (text: string) => void;
}

/** Brings everything that follows from svc.json and the plugins into line, and commits. */
export async function settle(session: ProjectSession, plan: Settlement): Promise<Omit<ProjectChange, 'plugins' | 'withdrawn'>> {
  const { root, changes, state } = session;
  const { manifest, agents, plugins } = plan;
  const mode = await effectiveMode(root, state.manifest ?? manifest);
  for (const name of state.lock.plugins.keys()) if (!plugins.has(name)) await changes.remove(pluginFolder(name));
  const present = await presentPlugins(session, plan);
  await changes.write(RULES_FILE, rulesText(present));
  await writeRulesReferences(
    changes,
    agents.flatMap(({ rulesFile }) => rulesFile ?? []),
  );
  const ledger = await writeAgentFiles(session, plan, present);
  await writeIgnoreFiles(changes, mode, [...ledger.links.keys()]);
  await changes.write(LOCK_FILE, lockText({ ...state.lock, plugins, ledger }));
  const withMode = manifest.mode === undefined ? manifest.with('mode', mode) : manifest;
  await changes.write(MANIFEST_FILE, withMode.text);
  await session.commit();
  const nextSteps = agents.flatMap(({ nextStep }) => nextStep ?? []);
  return { project: root, mode, agents: agents.map(({ id }) => id), written: [...changes.paths], nextSteps };
}

/** A plugin that is not there (a managed project after a clone) is not linked until it is installed. */
async function presentPlugins({ root }: ProjectSession, { plugins, placed }: Settlement): Promise<ReadonlyMap<string, LockedPlugin>> {
  const onDisk = await installedNames(root);
  return new Map([...plugins].filter(([name]) => placed.has(name) || onDisk.has(name)));
}

async function writeAgentFiles(session: ProjectSession, plan: Settlement, present: ReadonlyMap<string, LockedPlugin>): Promise<Ledger> {
  const { root, changes, state } = session;
  const { manifest, agents, warn } = plan;
  const selection = new Map([...manifest.dependencies].map(([name, { skills }]) => [name, skills] as const));
  const links = await writeSkillLinks(
    changes,
    {
      root,
      folders: agents.map(({ skillsFolder }) => skillsFolder),
      skills: nameSkills(present, selection),
      owned: state.lock.ledger.links,
    },
    warn,
  );
  return { links, toolServer: await writeToolServers(session, plan) };
}

/** Into the files of the agents that are chosen; out of those of agents that no longer are. */
async function writeToolServers({ root, changes, state }: ProjectSession, plan: Settlement): Promise<ReadonlyMap<string, string>> {
  const { agents, warn } = plan;
  const toolServer = new Map<string, string>();
  const chosen = new Set(agents.map(({ toolServers }) => toolServers?.file));
  for (const { toolServers } of availableAgents) {
    if (toolServers === undefined || chosen.has(toolServers.file)) continue;
    await removeToolServer(changes, { ...toolServers, owned: state.lock.ledger.toolServer.get(toolServers.file) });
  }
  for (const { toolServers } of agents) {
    if (toolServers === undefined) continue;
    const cautions: string[] = [];
    const entry = await toolServerEntry({ root, env: plan.env, program: plan.program }, (text) => void cautions.push(text));
    const owned = state.lock.ledger.toolServer.get(toolServers.file);
    const written = await writeToolServer(changes, { ...toolServers, entry, owned }, warn);
    if (written !== undefined) toolServer.set(toolServers.file, written);
    // said when the entry is made, not with every command after that
    if (written !== undefined && written !== owned) cautions.forEach(warn);
  }
  return toolServer;
}
