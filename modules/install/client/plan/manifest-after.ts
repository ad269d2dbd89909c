import type { Agents } from '../agents/agents.js';
import { detectAgents } from '../agents/choose-agents.js';
import type { Request } from '../installer.js';
import { ProjectManifest } from '../project/project-manifest.js';
import type { Scope } from '../project/scope.js';

/** The svc.json after a request. */
export function manifestAfter(
  before: ProjectManifest | undefined,
  { projectName, requested = [], removed = [], agents: added, toolServer }: Request,
  { scope, agents: known }: { readonly scope: Scope; readonly agents: Agents },
): ProjectManifest {
  let manifest = before ?? ProjectManifest.create(scope, projectName);
  for (const { name, dependency } of requested) {
    const current = manifest.dependencies.get(name);
    if (JSON.stringify(current) !== JSON.stringify(dependency))
      manifest = manifest.withDependency(name, dependency);
  }
  for (const name of removed) manifest = manifest.withoutDependency(name);
  if (projectName !== undefined && projectName !== manifest.name)
    manifest = manifest.with('name', projectName);
  if (toolServer !== undefined && toolServer !== manifest.toolServer)
    manifest = manifest.with('toolServer', toolServer);
  return withAgents(manifest, added, () => detectAgents(scope, known));
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
