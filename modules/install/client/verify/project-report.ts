import { join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import type { Agents } from '../agents/agents.js';
import { instructionSteps } from '../agents/instruction-steps.js';
import { trustReports, type AgentTrust } from '../agents/trust/trust-reports.js';
import { SVC_FOLDER } from '../project/paths.js';
import { scopeFlag, type Scope } from '../project/scope.js';
import { rulesOf } from '../wiring/rules-file.js';
import { skillClashes } from '../wiring/skill-clashes.js';
import { nameSkills } from '../wiring/skill-names.js';
import { driftedFiles } from '../wiring/drifted-files.js';
import { svcProgram } from '../wiring/svc-program.js';
import type { ProjectState } from '../project/project-state.js';
import { hasOwnServer } from '../project/tool-server-choice.js';

interface Question {
  readonly scope: Scope;
  readonly state: ProjectState;
  readonly agents: Agents;
  readonly env: Context['env'];
  /** Path of the running program, if the host knows it. */
  readonly program: string | undefined;
}

interface ProjectReport {
  /** Problems around the project's plugins, one sentence each. */
  readonly faults: readonly string[];
  /** What each agent reads only after its user allows it. */
  readonly trust: readonly AgentTrust[];
}

/** What keeps agents from reading what was installed for them. */
export async function reportOn({
  scope,
  state,
  agents: known,
  env,
  program,
}: Question): Promise<ProjectReport> {
  const { agents, unknown } = known.split(state.manifest?.agents ?? []);
  const drifted = await driftedFiles({ scope, managedFiles: state.lock.managedFiles, agents });
  const { caution } = await svcProgram({
    inside: scope.kind === 'user' ? join(scope.root, SVC_FOLDER) : scope.root,
    env,
    program,
  });
  const { plugins, managedFiles } = state.lock;
  const startsSvc = hasOwnServer(managedFiles) || managedFiles.hooks.size > 0;
  const selection = new Map(
    [...(state.manifest?.dependencies ?? [])].map(([name, { skills }]) => [name, skills] as const),
  );
  const clashes = await skillClashes({
    scope,
    agents,
    env,
    skills: nameSkills(plugins, selection),
  });
  const lost =
    rulesOf(plugins).length === 0 ? [] : instructionSteps({ scope, agents, managedFiles });
  const faults = [
    ...drifted.map(
      (path) =>
        `${path} was changed after svc wrote it: \`svc install${scopeFlag(scope)}\` restores what is missing and keeps what you wrote.`,
    ),
    ...unknown.map((id) => `No module knows the agent "${id}" of ${scope.manifestFile}.`),
    ...clashes,
    ...lost,
    ...(caution === undefined || !startsSvc ? [] : [caution]),
  ];
  return { faults, trust: await trustReports({ agents, scope, managedFiles, env }) };
}
