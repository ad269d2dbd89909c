import { eachOnce } from '../../../../toolbox/once.js';
import type { LeftOut } from '../../../registry/contract/plugin-format.js';
import type { ProjectMode } from '../../contract/agent-ids.js';
import type { PluginChange, ProjectChange } from '../../contract/results.js';
import { assertSetUp } from '../agents/agents.js';
import { instructionSteps } from '../agents/instruction-steps.js';
import { trustSteps } from '../agents/trust/trust-reports.js';
import type { FetchedPlugin } from '../fetch/fetcher.js';
import type { InstallerParts, Request } from '../installer.js';
import type { PlannedPlugin } from '../plan/plan.js';
import type { PluginsOnDisk } from '../plan/plugins-on-disk.js';
import { assertUnaltered, proofOf } from '../plan/proven-plugins.js';
import {
  noManagedFiles,
  joinManagedFiles,
  managedPaths,
  type ManagedFiles,
} from '../project/managed-files.js';
import { lockText, type LockedPlugin } from '../project/lock-file.js';
import { pluginFolder, RULES_FILE } from '../project/paths.js';
import type { ProjectManifest } from '../project/project-manifest.js';
import { effectiveMode, type ProjectState } from '../project/project-state.js';
import type { Scope } from '../project/scope.js';
import type { Changes } from '../transaction/changes.js';
import { contradiction, writeIgnoreFiles } from '../wiring/ignore-files.js';
import { shippedGitFiles } from '../wiring/shipped-git-files.js';
import { checkManagedFiles } from '../wiring/managed-files-check.js';
import { rulesOf, rulesText } from '../wiring/rules-file.js';
import {
  droppedFlaws,
  warnOfContents,
  warningTexts,
  warnOfSkills,
} from '../wiring/skill-warnings.js';
import type { WiringJob } from '../wiring/wiring-job.js';
import { isWholeFile } from '../wiring/written-text.js';
import { reachableManagedFiles, wiringJob, writeAgentFiles } from './agent-wiring.js';
import type { ProjectSession, ProjectView } from './project-session.js';
import { uninstallAll } from './uninstall-all.js';
import { writePlugin } from './write-plugin.js';

/** What a scope is to hold after the command. */
export interface ApplyPlan
  extends
    Pick<WiringJob, 'agents' | 'known' | 'env' | 'warn'>,
    Pick<Request, 'removed' | 'frozen' | 'uninstallAll' | 'makeInstructions'> {
  readonly manifest: ProjectManifest;
  /** Every plugin of the scope after the command. */
  readonly plugins: ReadonlyMap<string, LockedPlugin>;
  /** The names among them that are in place or staged. */
  readonly placed: ReadonlySet<string>;
  /** Names of the plugins whose files are missing or changed: the lock's word alone must not cause new entries. */
  readonly unproven: ReadonlySet<string>;
  /** Those whose content is new. */
  readonly fresh: ReadonlyMap<string, FetchedPlugin>;
  readonly program: string | undefined;
}

interface ApplyInput {
  readonly planned: readonly PlannedPlugin[];
  readonly manifest: ProjectManifest;
  readonly request: Request;
  readonly onDisk: PluginsOnDisk;
  readonly parts: Pick<InstallerParts, 'agents' | 'context' | 'program'>;
}

/** Installs the plugins, all files derived from them and svc.json: all or nothing. */
export async function apply(session: ProjectSession, input: ApplyInput): Promise<ProjectChange> {
  const { scope, changes, state } = session;
  const { planned, request, parts } = input;
  const { env, progress } = parts.context;
  const fetched = planned.flatMap((plugin) => plugin.fetched ?? []);
  for (const plugin of fetched) {
    progress.step(`Writing ${plugin.name}`);
    await changes.placeFolder(pluginFolder(plugin.name), (folder) => writePlugin(folder, plugin));
  }
  const plan = await planOf(session, input);
  const { agents, manifest, warn } = plan;
  const managedFiles = await stageChanges(session, plan);
  const mode = await effectiveMode(scope, state.manifest ?? manifest);
  await session.commit();
  const drops = droppedFlaws(agents, scope);
  for (const { contents } of fetched) warnOfContents(contents, { drops, warn });
  const lost =
    rulesOf(plan.plugins).length === 0 ? [] : instructionSteps({ scope, agents, managedFiles });
  return {
    project: scope.root,
    mode,
    agents: agents.map(({ id }) => id),
    plugins: [...planned.map((one) => changeOf(one, agents)), ...removals(state, request)],
    withdrawn: planned.flatMap(({ withdrawn }) => withdrawn ?? []),
    written: [...changes.paths],
    nextSteps: [...(await trustSteps({ agents, scope, managedFiles, env })), ...lost],
  };
}

async function planOf(
  { scope, state }: ProjectSession,
  { planned, manifest, request, onDisk, parts }: ApplyInput,
): Promise<ApplyPlan> {
  const { context, program } = parts;
  const { agents, unknown } = parts.agents.split(
    request.uninstallAll === true ? [] : (manifest.agents ?? []),
  );
  assertSetUp(agents, scope);
  const warn = eachOnce((text) => {
    context.progress.warn(text);
  });
  for (const id of unknown)
    warn(`No module knows the agent "${id}" of ${manifest.file}; nothing is written for it.`);
  for (const { change } of planned)
    if (change.action === 'restored')
      warn(`${change.name} was changed on disk and was restored to what svc-lock.json says.`);
  const placed = new Map(planned.map(({ resolved, locked }) => [resolved.name, locked] as const));
  const kept = [...state.lock.plugins].filter(([name]) => manifest.dependencies.has(name));
  const { unproven, altered } = await proofOf(
    kept.filter(([name]) => !placed.has(name)),
    onDisk,
  );
  assertUnaltered(altered, scope);
  return {
    ...request,
    manifest,
    agents,
    known: parts.agents.all,
    plugins: new Map([...kept, ...placed]),
    placed: new Set(placed.keys()),
    unproven,
    fresh: new Map(planned.flatMap(({ fetched }) => (fetched ? [[fetched.name, fetched]] : []))),
    env: context.env,
    program,
    warn,
  };
}

/** What a plugin loses is lost for the agents of this project. */
function changeOf(
  { change, fetched }: PlannedPlugin,
  agents: ApplyPlan['agents'],
): ProjectChange['plugins'][number] {
  if (fetched === undefined) return change;
  const { leftOut, warnings } = fetched.contents;
  const isLost = ({ keptFor }: LeftOut): boolean =>
    keptFor === undefined || agents.length === 0 || agents.some(({ id }) => id !== keptFor);
  return {
    ...(change as Pick<PluginChange, keyof PluginChange>),
    leftOut: leftOut.filter(isLost).map(({ what, why }) => ({ what, why })),
    ...(warnings.length > 0 && { warnings: [...warningTexts({ warnings })] }),
  };
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
      leftOut: [],
    };
  });
}

/** Stages all changes in the session without committing. Returns the managed files as they will be. */
export async function stageChanges(session: ProjectView, plan: ApplyPlan): Promise<ManagedFiles> {
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

/** Two causes are possible, so no reason is given: the agent's module is not installed, or the record is forged. */
function strangeText({ lockFile }: Scope, path: string): string {
  return `${lockFile} says that svc wrote into ${path}, which no agent that it knows reads; that file is left unchanged.`;
}

/** Stages what only a project has: files for git, and the mode in its svc.json. */
async function reconcileProject(
  session: ProjectView,
  { manifest, warn, fresh }: ApplyPlan,
  written: ManagedFiles,
): Promise<ProjectManifest> {
  const { scope, changes, state } = session;
  const mode = await effectiveMode(scope, state.manifest ?? manifest);
  if (mode === null) return manifest;
  if (mode === 'vendored') {
    await warnOfContradiction(changes, warn);
    for (const text of await shippedGitFiles(fresh)) warn(text);
  }
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
