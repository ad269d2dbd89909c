import type { Context } from 'svc-registry/kernel';
import type { ProjectMode } from '../../contract/agent-ids.js';
import type { ProjectChange } from '../../contract/results.js';
import type { Agent } from '../agents/agents.js';
import { instructionSteps } from '../agents/instruction-steps.js';
import { trustSteps } from '../agents/trust-reports.js';
import {
  noManagedFiles,
  joinManagedFiles,
  managedPaths,
  type ManagedFiles,
} from '../project/managed-files.js';
import { lockText, type LockedPlugin } from '../project/lock-file.js';
import { pluginFolder, RULES_FILE } from '../project/paths.js';
import type { ProjectManifest } from '../project/project-manifest.js';
import type { Scope } from '../project/scope.js';
import type { MakeLink } from '../transaction/folder-link.js';
import type { Changes } from '../transaction/changes.js';
import { contradiction, writeIgnoreFiles } from '../wiring/ignore-files.js';
import { checkManagedFiles } from '../wiring/managed-files-check.js';
import { rulesOf, rulesText } from '../wiring/rules-file.js';
import { warnOfSkills, type FreshPlugins } from '../wiring/skill-warnings.js';
import { isWholeFile } from '../wiring/written-text.js';
import { reachableManagedFiles, wiringJob, writeAgentFiles } from './agent-wiring.js';
import { uninstallAll } from './uninstall-all.js';
import { effectiveMode } from '../project/project-state.js';
import type { ProjectSession, ProjectView } from './project-session.js';

export interface ReconcilePlan {
  readonly manifest: ProjectManifest;
  readonly agents: readonly Agent[];
  readonly known: readonly Agent[];
  /** Every plugin of the scope after the command. */
  readonly plugins: ReadonlyMap<string, LockedPlugin>;
  /** The names among them that are in place or staged. */
  readonly placed: ReadonlySet<string>;
  /** Names of the plugins whose files are missing or changed: nothing new is written because of what the lock says about them. */
  readonly unproven: ReadonlySet<string>;
  /** Those whose content is new. */
  readonly fresh: FreshPlugins;
  readonly env: Context['env'];
  readonly makeLink: MakeLink | undefined;
  readonly program: string | undefined;
  readonly warn: (text: string) => void;
  /** Names whose folders go, whether or not the lock knows them. */
  readonly removed?: readonly string[] | undefined;
  /** svc.json and the lock keep their bytes. */
  readonly frozen?: boolean | undefined;
  /** Removes everything that svc wrote in the scope. */
  readonly uninstallAll?: boolean | undefined;
  /** Also create the instruction files that are created only when a person agrees. */
  readonly makeInstructions?: boolean | undefined;
}

/** Brings everything that follows from svc.json and the plugins into line, and commits. */
export async function reconcile(
  session: ProjectSession,
  plan: ReconcilePlan,
): Promise<Omit<ProjectChange, 'plugins' | 'withdrawn'>> {
  const { scope, changes, state } = session;
  const { agents, env } = plan;
  const managedFiles = await stageChanges(session, plan);
  const mode = await effectiveMode(scope, state.manifest ?? plan.manifest);
  await session.commit();
  const lost =
    rulesOf(plan.plugins).length === 0 ? [] : instructionSteps({ scope, agents, managedFiles });
  const nextSteps = [...(await trustSteps({ agents, scope, managedFiles, env })), ...lost];
  return {
    project: scope.root,
    mode,
    agents: agents.map(({ id }) => id),
    written: [...changes.paths],
    nextSteps,
  };
}

/** Does everything but commit: the changes are staged in the session. Returns what the agents' files will hold of ours. */
export async function stageChanges(
  session: ProjectView,
  plan: ReconcilePlan,
): Promise<ManagedFiles> {
  const { scope, changes, state } = session;
  for (const name of [...state.lock.plugins.keys(), ...(plan.removed ?? [])]) {
    if (!plan.plugins.has(name)) changes.remove(pluginFolder(name));
  }
  const { here, elsewhere } = reachableManagedFiles(scope, state.lock.managedFiles, plan.warn);
  const { ours, strange } = checkManagedFiles(here, { known: plan.known, scope, changes });
  for (const path of new Set(managedPaths(strange))) plan.warn(strangeText(scope, path));
  const job = await wiringJob(session, { ...plan, before: ours });
  if (plan.uninstallAll !== true) await changes.write(RULES_FILE, rulesText(job.plugins));
  const written = await writeAgentFiles(job);
  const managedFiles = joinManagedFiles(joinManagedFiles(strange, written), elsewhere);
  if (plan.uninstallAll === true) {
    await uninstallAll(session, { manifest: plan.manifest, elsewhere, warn: plan.warn });
    return noManagedFiles;
  }
  await warnOfSkills(job, plan.fresh);
  const manifest = await reconcileProject(session, plan, written);
  if (plan.frozen === true) return managedFiles;
  await changes.write(
    scope.lockFile,
    lockText({ ...state.lock, plugins: plan.plugins, managedFiles }),
  );
  await changes.write(scope.manifestFile, manifest.text);
  return managedFiles;
}

/** The record belongs to an agent whose module is not installed, or it is made up. */
function strangeText({ lockFile }: Scope, path: string): string {
  return `${lockFile} says that svc wrote into ${path}, which it does for no agent that it knows; that file is left as it is.`;
}

/** Stages what only a project has: files for git, and the mode in its svc.json. */
async function reconcileProject(
  session: ProjectView,
  { manifest, warn }: ReconcilePlan,
  written: ManagedFiles,
): Promise<ProjectManifest> {
  const { scope, changes, state } = session;
  const mode = await effectiveMode(scope, state.manifest ?? manifest);
  if (mode === null) return manifest;
  if (mode === 'vendored') await warnOfContradiction(changes, warn);
  const ruleFiles = [...written.references]
    .filter(([, record]) => isWholeFile(record))
    .map(([path]) => path);
  await writeIgnoreFiles(changes, mode, [...written.links.keys(), ...ruleFiles]);
  return manifest.mode === undefined ? manifest.with('mode', mode satisfies ProjectMode) : manifest;
}

async function warnOfContradiction(changes: Changes, warn: (text: string) => void): Promise<void> {
  const line = await contradiction(changes);
  if (line === undefined) return;
  warn(
    `.gitignore has "${line}", so git leaves out the plugins that mode "vendored" commits. Remove it, or set "mode": "managed".`,
  );
}
