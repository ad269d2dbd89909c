import { realpath } from 'node:fs/promises';
import type { AgentSite } from '../../../contract/agents.js';
import { isAtOrBelow } from '../../project/paths.js';

/** Whether tool servers or hooks were written into a project, which most agents read in trusted folders only. */
export function needsTrustHere({ wrote, scope }: AgentSite): boolean {
  return scope === 'project' && (wrote.toolServers || wrote.hooks);
}

/** Whether a folder is another one or below it, after following links. */
export async function isWithin(folder: string, outer: string): Promise<boolean> {
  return isAtOrBelow(await real(outer), await real(folder));
}

function real(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}
