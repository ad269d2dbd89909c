import type { Agents } from '../agents/agents.js';
import { detectAgents } from '../agents/choose-agents.js';
import type { Request } from '../installer.js';
import { ProjectManifest } from '../project/project-manifest.js';
import type { Scope } from '../project/scope.js';

/** The svc.json after a request. */
export function manifestAfter(
  before: ProjectManifest | undefined,
  request: Request,
  { scope, agents: known }: { readonly scope: Scope; readonly agents: Agents },
): ProjectManifest {
  const manifest = before ?? ProjectManifest.create(scope, request.projectName);
  const chosen = withChoices(withDependencies(manifest, request), request);
  return withAgents(chosen, request.agents, () => detectAgents(scope, known));
}

function withDependencies(
  before: ProjectManifest,
  { requested = [], removed = [] }: Request,
): ProjectManifest {
  let manifest = before;
  for (const { name, dependency } of requested) {
    const current = manifest.dependencies.get(name);
    if (JSON.stringify(current) !== JSON.stringify(dependency))
      manifest = manifest.withDependency(name, dependency);
  }
  for (const name of removed) manifest = manifest.withoutDependency(name);
  return manifest;
}

function withChoices(
  manifest: ProjectManifest,
  { projectName, toolServer }: Request,
): ProjectManifest {
  const named =
    projectName === undefined || projectName === manifest.name
      ? manifest
      : manifest.with('name', projectName);
  return toolServer === undefined || toolServer === named.toolServer
    ? named
    : named.with('toolServer', toolServer);
}

function withAgents(
  manifest: ProjectManifest,
  added: readonly string[] | undefined,
  detected: () => readonly string[],
): ProjectManifest {
  const present = manifest.agents ?? (added === undefined ? detected() : []);
  const agents = [...new Set([...present, ...(added ?? [])])];
  return agents.length === manifest.agents?.length ? manifest : manifest.with('agents', agents);
}
