import { join } from 'node:path';
import { managedPaths, splitManagedFiles, type ManagedFiles } from '../project/managed-files.js';
import type { LockedPlugin } from '../project/lock-file.js';
import { isBelow, isPlainAbsolute, SVC_FOLDER } from '../project/paths.js';
import type { Scope } from '../project/scope.js';
import { wantsToolServer } from '../project/tool-server-choice.js';
import { AgentFiles } from '../wiring/agent-files.js';
import { writeHooks } from '../wiring/hooks/write-hooks.js';
import { writeRuleFiles } from '../wiring/rule-files.js';
import { writeRulesReferences } from '../wiring/rules-reference.js';
import { writeSkillLinks } from '../wiring/skill-links.js';
import { writeSubagents } from '../wiring/subagents.js';
import { svcProgram, writtenProgram } from '../wiring/svc-program.js';
import { writeToolServers } from '../wiring/tool-servers.js';
import type { WiringJob } from '../wiring/wiring-job.js';
import type { ProjectView } from './project-session.js';
import { installedNames } from '../project/project-state.js';
import type { ApplyPlan } from './apply.js';

/** One writer for each section of the managed files. */
export async function writeAgentFiles(job: WiringJob): Promise<ManagedFiles> {
  return {
    references: new Map([
      ...(await writeRulesReferences(job)),
      ...(await writeRuleFiles(job)),
      ...(await writeSubagents(job)),
    ]),
    links: await writeSkillLinks(job),
    toolServers: await writeToolServers(job),
    hooks: await writeHooks(job),
    // last, because it removes containers that no writer uses any more
    made: await job.files.tidy(),
  };
}

export async function wiringJob(
  { scope, changes, state }: ProjectView,
  plan: ApplyPlan & { before: ManagedFiles },
): Promise<WiringJob> {
  const { manifest, agents, before } = plan;
  return {
    ...plan,
    scope,
    changes,
    files: new AgentFiles(changes, before.made),
    locked: plan.plugins,
    plugins: await presentPlugins(scope.root, plan),
    selection: new Map(
      [...manifest.dependencies].map(([name, { skills }]) => [name, skills] as const),
    ),
    ownServer: wantsToolServer(manifest, { frozen: plan.frozen === true, managedFiles: before }),
    program: await svcProgram({
      inside: scope.kind === 'user' ? join(scope.root, SVC_FOLDER) : scope.root,
      env: plan.env,
      program: plan.program,
    }),
    // committed entries may come from a machine with the program at another path
    committed: plan.frozen === true ? writtenProgram(before) : undefined,
    news: {
      plugins: new Set(plan.fresh.keys()),
      agents: new Set(
        agents.map(({ id }) => id).filter((id) => state.manifest?.agents?.includes(id) !== true),
      ),
      emptied: state.lock.plugins.size > 0 && plan.plugins.size === 0,
    },
  };
}

/** A plugin that is not on disk yet (a managed project after a clone) is not linked until it is installed. */
async function presentPlugins(
  root: string,
  { plugins, placed }: ApplyPlan,
): Promise<ReadonlyMap<string, LockedPlugin>> {
  const onDisk = await installedNames(root);
  return new Map([...plugins].filter(([name]) => placed.has(name) || onDisk.has(name)));
}

/** The managed files that are reachable now: an environment variable may have moved an agent's files since. */
export function reachableManagedFiles(
  { besides }: Scope,
  managedFiles: ManagedFiles,
  warn: (text: string) => void,
): { here: ManagedFiles; elsewhere: ManagedFiles } {
  const split = splitManagedFiles(
    managedFiles,
    (path) => !isPlainAbsolute(path) || besides.some((folder) => isBelow(folder, path)),
  );
  const [first, ...more] = managedPaths(split.elsewhere);
  if (first === undefined) return split;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  warn(
    `${first}${others} cannot be kept up to date: the variable that moved the agent there is not set now. Set it and run this again.`,
  );
  return split;
}
