import type { Context } from 'svc-registry/kernel';
import type { ProjectMode } from '../../contract/agent-ids.js';
import type { ProjectChange } from '../../contract/results.js';
import type { Agent } from '../agents/agents.js';
import { instructionSteps } from '../agents/instruction-steps.js';
import { trustSteps } from '../agents/trust-reports.js';
import { emptyLedger, joinLedgers, ledgerPaths, type Ledger } from '../project/ledger.js';
import { lockText, type LockedPlugin } from '../project/lock-file.js';
import { pluginFolder, RULES_FILE } from '../project/paths.js';
import type { ProjectManifest } from '../project/project-manifest.js';
import type { Scope } from '../project/scope.js';
import type { MakeLink } from '../transaction/folder-link.js';
import type { Changes } from '../transaction/changes.js';
import { contradiction, writeIgnoreFiles } from '../wiring/ignore-files.js';
import { checkLedger } from '../wiring/ledger-check.js';
import { rulesOf, rulesText } from '../wiring/rules-file.js';
import { warnOfSkills, type FreshPlugins } from '../wiring/skill-warnings.js';
import { isWholeFile } from '../wiring/written-text.js';
import { reachableLedger, wiringJob, writeAgentFiles } from './agent-wiring.js';
import { leave } from './leave.js';
import { effectiveMode } from './project-state.js';
import type { ProjectSession, ProjectView } from './project-session.js';

export interface Settlement {
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
  /** Nothing of the scope is to stay. */
  readonly leave?: boolean | undefined;
  /** Also create the instruction files that are created only when a person agrees. */
  readonly makeInstructions?: boolean | undefined;
}

/** Brings everything that follows from svc.json and the plugins into line, and commits. */
export async function settle(session: ProjectSession, plan: Settlement): Promise<Omit<ProjectChange, 'plugins' | 'withdrawn'>> {
  const { scope, changes, state } = session;
  const { agents, env } = plan;
  const ledger = await planSettlement(session, plan);
  const mode = await effectiveMode(scope, state.manifest ?? plan.manifest);
  await session.commit();
  const lost = rulesOf(plan.plugins).length === 0 ? [] : instructionSteps({ scope, agents, ledger });
  const nextSteps = [...(await trustSteps({ agents, scope, ledger, env })), ...lost];
  return { project: scope.root, mode, agents: agents.map(({ id }) => id), written: [...changes.paths], nextSteps };
}

/** Everything but the commit: what has to change is in the session's `changes` then. Answers what agents' files will hold of ours. */
export async function planSettlement(session: ProjectView, plan: Settlement): Promise<Ledger> {
  const { scope, changes, state } = session;
  for (const name of [...state.lock.plugins.keys(), ...(plan.removed ?? [])]) {
    if (!plan.plugins.has(name)) changes.remove(pluginFolder(name));
  }
  const { here, elsewhere } = reachableLedger(scope, state.lock.ledger, plan.warn);
  const { ours, strange } = checkLedger(here, { known: plan.known, scope, changes });
  for (const path of new Set(ledgerPaths(strange))) plan.warn(strangeText(scope, path));
  const job = await wiringJob(session, { ...plan, before: ours });
  if (plan.leave !== true) await changes.write(RULES_FILE, rulesText(job.plugins));
  const written = await writeAgentFiles(job);
  const ledger = joinLedgers(joinLedgers(strange, written), elsewhere);
  if (plan.leave === true) {
    await leave(session, { manifest: plan.manifest, elsewhere, warn: plan.warn });
    return emptyLedger;
  }
  await warnOfSkills(job, plan.fresh);
  const manifest = await settleProject(session, plan, written);
  if (plan.frozen === true) return ledger;
  await changes.write(scope.lockFile, lockText({ ...state.lock, plugins: plan.plugins, ledger }));
  await changes.write(scope.manifestFile, manifest.text);
  return ledger;
}

/** Of an agent whose module is not here, or made up. */
function strangeText({ lockFile }: Scope, path: string): string {
  return `${lockFile} says that svc wrote into ${path}, which it does for no agent that it knows; that file is left as it is.`;
}

/** What only a project has: files for git, and the mode in its svc.json. */
async function settleProject(session: ProjectView, { manifest, warn }: Settlement, written: Ledger): Promise<ProjectManifest> {
  const { scope, changes, state } = session;
  const mode = await effectiveMode(scope, state.manifest ?? manifest);
  if (mode === null) return manifest;
  if (mode === 'vendored') await warnOfContradiction(changes, warn);
  const ruleFiles = [...written.references].filter(([, record]) => isWholeFile(record)).map(([path]) => path);
  await writeIgnoreFiles(changes, mode, [...written.links.keys(), ...ruleFiles]);
  return manifest.mode === undefined ? manifest.with('mode', mode satisfies ProjectMode) : manifest;
}

async function warnOfContradiction(changes: Changes, warn: (text: string) => void): Promise<void> {
  const line = await contradiction(changes);
  if (line === undefined) return;
  warn(`.gitignore has "${line}", so git leaves out the plugins that mode "vendored" commits. Remove it, or set "mode": "managed".`);
}
