import type { AgentFacts } from '../../install/contract/agents.js';

/** Files of programs that run what stands in them, and our own folder. */
const ALWAYS = ['.svc', '.pi', '.mcp.json', '.git/hooks', '.git/config'];

const folderOf = (file: string): string => /^(.+)\/[^/]+$/.exec(file)?.[1] ?? file;

/**
 * Paths of a project in which a change would give a program rights later: settings of coding agents, hooks of git. A file in a folder of an
 * agent's own stands for the folder.
 */
export function guardedPaths(agents: readonly AgentFacts[]): readonly string[] {
  const files = agents.flatMap(({ project }) =>
    [project.toolServers?.file, project.toolServers?.unless?.file, project.hooks?.file].filter(
      (file) => file !== undefined,
    ),
  );
  return [...new Set([...ALWAYS, ...files.map(folderOf)])].sort();
}
