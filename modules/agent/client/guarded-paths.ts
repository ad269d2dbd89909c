import type { AgentFacts } from '../../install/contract/agents.js';

/** Files of programs that run what stands in them, and our own folder. */
const ALWAYS = ['.svc', '.pi', '.mcp.json', '.git/hooks', '.git/config'];

/** Folders that belong to others than the agents too. */
const SHARED: ReadonlySet<string> = new Set(['.github']);

function folderOf(file: string): string {
  const folder = /^(.+)\/[^/]+$/.exec(file)?.[1];
  return folder === undefined || SHARED.has(folder) ? file : folder;
}

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
  const paths = [...new Set([...ALWAYS, ...files.map(folderOf)])].sort();
  return paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
}
