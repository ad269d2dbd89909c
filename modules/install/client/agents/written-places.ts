import { resolve } from 'node:path';
import type { AgentSite, RulesFile, ToolServerFile } from '../../contract/agents.js';
import type { ManagedFiles } from '../project/managed-files.js';
import { pathIn, realFolder } from '../project/paths.js';
import type { Scope } from '../project/scope.js';
import { isThere } from '../transaction/file-entry.js';
import { placesOf, type Agent } from './agents.js';

/** Where something of ours stands for an agent; `null` where nothing does. */
export type WrittenPlaces = Readonly<Record<keyof AgentSite['wrote'], string | null>>;

/** A folder of skills may be a link to that of another agent: any link counts for all. */
export function writtenPlaces(
  agent: Agent,
  scope: Scope,
  { links, references, toolServers, hooks }: ManagedFiles,
): WrittenPlaces {
  const places = placesOf(agent, scope);
  return {
    skills: links.size > 0 ? places.skills : null,
    rules: ruleFiles(places.rules).find((path) => isReferred(scope, path, references)) ?? null,
    toolServers:
      serverFiles(places.toolServers).find((file) => (toolServers.get(file)?.size ?? 0) > 0) ??
      null,
    hooks: [places.hooks?.file ?? ''].find((file) => (hooks.get(file)?.size ?? 0) > 0) ?? null,
  };
}

/** The one that an agent reads instead of its own comes first. */
function serverFiles(place: ToolServerFile | null): readonly string[] {
  return [place?.unless?.file, place?.file].filter((file) => file !== undefined);
}

function ruleFiles(place: RulesFile | null): readonly string[] {
  return place === null ? [] : [place.path, ...(place.also ?? [])];
}

/** The file itself, what it is a link to, or a file in the folder. */
function isReferred(
  { root }: Scope,
  path: string,
  references: ManagedFiles['references'],
): boolean {
  const file = resolve(root, path);
  const real = isThere(file) ? pathIn(root, realFolder(file)) : path;
  return [...references.keys()].some(
    (key) => key === path || key === real || key.startsWith(`${path}/`),
  );
}
