import type { Context } from 'svc-registry/kernel';
import type { AgentSite, TrustReport } from '../../../contract/agents.js';
import type { ManagedFiles } from '../../project/managed-files.js';
import type { Scope } from '../../project/scope.js';
import { homeFolder } from '../../project/user-scope.js';
import type { Agent } from '../agents.js';
import { writtenPaths, writtenSubagents, type WrittenPaths } from '../written-paths.js';

/** What an agent reads only after its user allows it. */
export interface AgentTrust {
  readonly agent: Agent;
  readonly reports: readonly TrustReport[];
}

interface TrustQuestion {
  readonly agents: readonly Agent[];
  readonly scope: Scope;
  /** What was written. */
  readonly managedFiles: ManagedFiles;
  readonly env: Context['env'];
}

/** Asks every agent; agents that need no consent are left out. */
export async function trustReports({
  agents,
  scope,
  managedFiles,
  env,
}: TrustQuestion): Promise<readonly AgentTrust[]> {
  const answers: AgentTrust[] = [];
  for (const agent of agents) {
    const behaviour = await agent.behaviour();
    const site = {
      root: scope.root,
      scope: scope.kind,
      home: homeFolder(env),
      env,
      wrote: {
        ...wroteFor(writtenPaths(agent, scope, managedFiles)),
        subagents: writtenSubagents(agent, scope, managedFiles),
      },
    };
    answers.push({ agent, reports: await behaviour.trust(site) });
  }
  return answers;
}

/** Steps that the user certainly has to take, one sentence each. */
export async function trustSteps(question: TrustQuestion): Promise<readonly string[]> {
  const answers = await trustReports(question);
  return answers.flatMap(({ reports }) =>
    reports.filter(({ state }) => state === 'untrusted').map(({ step }) => step),
  );
}

function wroteFor({
  skills,
  rules,
  toolServers,
  hooks,
}: WrittenPaths): Omit<AgentSite['wrote'], 'subagents'> {
  return {
    skills: skills !== null,
    rules: rules !== null,
    toolServers: toolServers !== null,
    hooks: hooks !== null,
  };
}
