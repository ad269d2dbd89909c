import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { assertInside, PLUGINS_FOLDER, resolveInside } from '../project/paths.js';
import type { Changes } from '../transaction/changes.js';
import type { NamedSkill } from './skill-names.js';

interface LinkPlan {
  readonly root: string;
  /** Folders of the project in which links are put. */
  readonly folders: readonly string[];
  readonly skills: readonly NamedSkill[];
  /** The links that we made before: path → what they point at. */
  readonly owned: ReadonlyMap<string, string>;
}

/** Links the skills into the agents' folders. Only links that are ours are replaced or removed. Answers the new ledger. */
export async function writeSkillLinks(
  changes: Changes,
  plan: LinkPlan,
  warn: (text: string) => void,
): Promise<ReadonlyMap<string, string>> {
  const wanted = await wantedLinks(plan);
  for (const path of plan.owned.keys()) {
    if (wanted.has(path)) continue;
    const found = await look(plan, path);
    if (found.ours) await changes.remove(path);
    else if (found.exists) warn(`${path} is no longer the link that svc made; it is left as it is.`);
  }
  const made = new Map<string, string>();
  for (const [path, folder] of wanted) {
    const found = await look(plan, path);
    if (found.exists && !found.ours) {
      warn(`${path} is not a link of svc; it is left as it is, and the skill of that name is not linked there.`);
      continue;
    }
    if (found.to !== folder) await changes.link(path, folder);
    made.set(path, folder);
  }
  return made;
}

/** Folders that are the same one (a link between them) are written once. */
async function wantedLinks({ root, folders, skills }: LinkPlan): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map<string, string>();
  const seen = new Set<string>();
  for (const folder of folders) {
    const real = await realFolder(root, folder);
    if (seen.has(real)) continue;
    seen.add(real);
    for (const skill of skills) wanted.set(`${real}/${skill.link}`, skill.folder);
  }
  return wanted;
}

/** The folder's path in the project after following links. Throws `unsafe_path` when it leads out of it. */
async function realFolder(root: string, folder: string): Promise<string> {
  const target = await resolveInside(root, folder);
  const realRoot = await realpath(root);
  const real = await realpath(target).catch(() => target);
  assertInside({ realRoot, target: real, path: folder });
  return relative(realRoot, real).replaceAll('\\', '/');
}

interface Found {
  readonly exists: boolean;
  readonly ours: boolean;
  /** What it points at, relative to the project. */
  readonly to: string | undefined;
}

/** A link is ours when the ledger says so, or when it points into `.svc/plugins`, where nobody else links to. */
async function look({ root, owned }: LinkPlan, path: string): Promise<Found> {
  const target = await resolveInside(root, path);
  const info = await lstat(target).catch(() => undefined);
  if (info === undefined) return { exists: false, ours: false, to: undefined };
  if (!info.isSymbolicLink()) return { exists: true, ours: false, to: undefined };
  const to = relative(await realpath(root), resolve(dirname(target), await readlink(target))).replaceAll('\\', '/');
  return { exists: true, ours: owned.get(path) === to || to.startsWith(`${PLUGINS_FOLDER}/`), to };
}
