import { readlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { assertInside, pathIn, PLUGINS_FOLDER, realPath, resolveInside } from '../project/paths.js';
import { pathsOf } from '../agents/agents.js';
import type { Scope } from '../project/scope.js';
import type { ManagedFiles } from '../project/managed-files.js';
import { integrityOnDisk } from '../project/integrity.js';
import { entryAt } from '../transaction/file-entry.js';
import { readCopy } from '../transaction/folder-link.js';
import { nameSkills, type NamedSkill } from './skill-names.js';
import type { WiringJob } from './wiring-job.js';

interface LinkPlan {
  readonly scope: Scope;
  readonly changes: WiringJob['changes'];
  /** Folders of the scope in which links are put. */
  readonly folders: readonly string[];
  readonly skills: readonly NamedSkill[];
  /** The links that svc made before: path → target. */
  readonly owned: ManagedFiles['links'];
}

/**
 * Links the skills into the agents' folders, or copies them where the system makes no links. Only svc's own links are replaced or
 * removed. Returns the new records.
 */
export async function writeSkillLinks(job: WiringJob): Promise<ManagedFiles['links']> {
  const { scope, changes, agents, plugins, selection, before, warn } = job;
  const plan: LinkPlan = {
    scope,
    changes,
    folders: agents.flatMap((agent) => pathsOf(agent, scope).skills ?? []),
    skills: nameSkills(plugins, selection),
    owned: before.links,
  };
  const wanted = wantedLinks(plan);
  await removeOthers(job, plan, wanted);
  const made = new Map<string, string>();
  for (const [path, folder] of wanted) {
    const found = await look(plan, path);
    if (found.exists && !found.ours) {
      warn(
        `${path} is not a link of svc; it is left as it is, and the skill of that name is not linked there.`,
      );
      continue;
    }
    if (found.to !== folder) changes.link(path, folder);
    made.set(path, folder);
  }
  return made;
}

async function removeOthers(
  { changes, warn }: WiringJob,
  plan: LinkPlan,
  wanted: ReadonlyMap<string, string>,
): Promise<void> {
  for (const path of new Set([...plan.owned.keys(), ...(await unrecordedLinks(plan))])) {
    if (wanted.has(path)) continue;
    const found = await look(plan, path);
    if (found.ours) changes.remove(path);
    else if (found.exists)
      warn(`${path} is no longer the link that svc made; it is left as it is.`);
  }
}

/** Finds links into `.svc/plugins` under unused names, such as those of an older version. */
async function unrecordedLinks(plan: LinkPlan): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const folder of plan.folders) {
    const real = realFolder(plan.scope, folder);
    const entries = await readdir(plan.changes.resolve(real), { withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      const path = `${real}/${entry.name}`;
      if (entry.isSymbolicLink() && (await look(plan, path)).ours) paths.push(path);
    }
  }
  return paths;
}

/** Folders that are linked to each other are written once. */
function wantedLinks({ scope, folders, skills }: LinkPlan): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>();
  const seen = new Set<string>();
  for (const folder of folders) {
    const real = realFolder(scope, folder);
    if (seen.has(real)) continue;
    seen.add(real);
    for (const skill of skills) wanted.set(`${real}/${skill.link}`, skill.folder);
  }
  return wanted;
}

/** The folder's path in the scope after following links. Throws `unsafe_path` if it leads out of the scope. */
function realFolder(scope: Scope, folder: string): string {
  const target = resolveInside(scope, folder);
  const real = followedPath(target);
  assertInside(scope, { target: real, path: folder });
  return pathIn(realPath(scope.root), real);
}

function followedPath(target: string): string {
  try {
    return realPath(target);
  } catch {
    return target; // not there yet
  }
}

interface Found {
  readonly exists: boolean;
  readonly ours: boolean;
  /** The target, or the original of an unchanged copy, relative to the scope. */
  readonly to: string | undefined;
}

/** A link is svc's if it points into `.svc/plugins`, where nothing else links to. */
async function look({ changes }: LinkPlan, path: string): Promise<Found> {
  const target = changes.resolve(path);
  const info = entryAt(target);
  if (info === undefined) return { exists: false, ours: false, to: undefined };
  if (info.isDirectory()) return lookAtCopy(target, changes);
  if (!info.isSymbolicLink()) return { exists: true, ours: false, to: undefined };
  const to = relative(changes.root, resolve(dirname(target), readlinkSync(target))).replaceAll(
    '\\',
    '/',
  );
  return { exists: true, ours: to.startsWith(`${PLUGINS_FOLDER}/`), to };
}

/** A copy is svc's while it is unchanged, and current while it equals its original. */
async function lookAtCopy(target: string, changes: WiringJob['changes']): Promise<Found> {
  const copy = await readCopy(target);
  if (copy === undefined) return { exists: true, ours: false, to: undefined };
  const current = (await integrityOnDisk(changes.locationOf(copy.of))) === copy.integrity;
  return { exists: true, ours: true, to: current ? copy.of : undefined };
}
