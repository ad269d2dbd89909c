import { readdir } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import type { HomeVariable, SkillFolders } from '../../contract/agents.js';
import { moved, pathsOf, type Agent } from '../agents/agents.js';
import { isBelow, PLUGINS_FOLDER, realFolder } from '../project/paths.js';
import { readableText } from '../project/project-file.js';
import type { Move, Scope } from '../project/scope.js';
import { homeFolder, movesOf } from '../project/user-scope.js';
import { readCopy } from '../transaction/folder-link.js';
import { followedAt } from '../transaction/file-entry.js';
import { frontMatterLines } from './front-matter.js';
import type { NamedSkill } from './skill-names.js';

interface ClashQuestion {
  readonly scope: Scope;
  readonly agents: readonly Agent[];
  readonly skills: readonly NamedSkill[];
  readonly env: Context['env'];
}

/** Larger files are not considered: a hand-written skill has a few pages. */
const LARGEST = 1024 * 1024;
const MOST = 5;

/**
 * Skills from other sources with the name of an installed one, where an agent reads both: one sentence each, with
 * the effect in the agent. Reads only the names of skills in the agents' folders.
 */
export async function skillClashes(question: ClashQuestion): Promise<readonly string[]> {
  const found = new Map<string, string[]>();
  if (question.skills.length === 0) return [];
  const others = new OtherSkills(question.scope);
  for (const agent of question.agents) {
    for (const text of await clashesOf(agent, question, others))
      found.set(text, [...(found.get(text) ?? []), agent.facts.display]);
  }
  const texts = [...found].map(([text, agents]) => text.replace(AGENTS, agents.join(', ')));
  return texts.length <= MOST
    ? texts
    : [...texts.slice(0, MOST), `${texts.length - MOST} more skills have the name of another one.`];
}

/** Placeholder in a sentence for the agents that it applies to. */
const AGENTS = '\0';

type Effect = 'hidden' | 'hides' | 'both';

const sentences: Readonly<Record<Effect, (skill: NamedSkill, other: string) => string>> = {
  hidden: ({ plugin, skill }, other) =>
    `${other} hides the skill "${skill}" of ${plugin} in ${AGENTS}: they have one name. Rename the one that is not the plugin's.`,
  hides: ({ plugin, skill }, other) =>
    `The skill "${skill}" of ${plugin} hides ${other} in ${AGENTS}: they have one name.`,
  both: ({ plugin, skill }, other) =>
    `${AGENTS} shows the skill "${skill}" twice: that of ${plugin}, and ${other}.`,
};

async function clashesOf(
  agent: Agent,
  question: ClashQuestion,
  others: OtherSkills,
): Promise<readonly string[]> {
  const { scope, skills } = question;
  const { skillFolders, skillLoader, homeVariable } = agent.facts;
  const linkedIn = pathsOf(agent, scope).skills;
  if (linkedIn === null || skillFolders === undefined) return [];
  const own = resolve(scope.root, linkedIn);
  const { sameName } = skillFolders;
  const looksIn = lookedIn(skillFolders, homeVariable, { ...question, own });
  const byFolder = skillLoader?.identity === 'folder';
  const texts: string[] = [];
  for (const [rank, folder] of looksIn.entries()) {
    for (const other of await others.in(folder)) {
      const effect =
        sameName === 'first' ? (rank < looksIn.indexOf(own) ? 'hidden' : 'hides') : sameName;
      const alike = skills.filter(({ skill, link }) =>
        byFolder ? link === other.folder : skill === other.name,
      );
      // an entry that blocks the link was reported when the link was not made
      const besides = alike.filter(({ link }) => folder !== own || link !== other.folder);
      texts.push(...besides.map((skill) => sentences[effect](skill, other.shown)));
    }
  }
  return texts;
}

/** Absolute folders, each once. In user scope only the user's, since projects differ. */
function lookedIn(
  { looksIn }: SkillFolders,
  variable: HomeVariable | undefined,
  { scope, env, own }: ClashQuestion & { readonly own: string },
): readonly string[] {
  const home = homeFolder(env);
  const moves = homeMoves(variable, env);
  const folders = looksIn.flatMap((folder) => {
    if (folder.startsWith('~/')) return resolve(home, moved(folder.slice(2), moves));
    return scope.kind === 'project' ? join(scope.root, folder) : [];
  });
  return [...new Set(folders.includes(own) ? folders : [own, ...folders])];
}

/** Ignores an invalid variable, which the commands that write there report. */
function homeMoves(variable: HomeVariable | undefined, env: Context['env']): readonly Move[] {
  return variable === undefined || !isAbsolute(env[variable.name] ?? '')
    ? []
    : movesOf(variable, env);
}

interface OtherSkill {
  /** Name of its folder. */
  readonly folder: string;
  /** The name in its front matter; its folder's name if there is none. */
  readonly name: string;
  /** Its folder, as shown to people. */
  readonly shown: string;
}

/** Skills in agents' folders that are not of the scope's plugins. Each folder is read once. */
class OtherSkills {
  private readonly read = new Map<string, Promise<readonly OtherSkill[]>>();

  constructor(private readonly scope: Scope) {}

  in(folder: string): Promise<readonly OtherSkill[]> {
    const known = this.read.get(folder) ?? this.look(folder);
    this.read.set(folder, known);
    return known;
  }

  private async look(folder: string): Promise<readonly OtherSkill[]> {
    const names = await readdir(folder).catch(() => []);
    const found = await Promise.all(names.sort().map((name) => this.skillAt(folder, name)));
    return found.flat();
  }

  private async skillAt(folder: string, name: string): Promise<readonly OtherSkill[]> {
    const path = join(folder, name);
    const info = followedAt(join(path, 'SKILL.md'));
    if (info?.isFile() !== true || info.size > LARGEST || (await this.isOurs(path))) return [];
    const text = readableText(join(path, 'SKILL.md'));
    return [{ folder: name, name: nameIn(text) ?? name, shown: this.shown(path) }];
  }

  /** Whether this is a link into the scope's plugins, or a copy on systems without links. */
  private async isOurs(path: string): Promise<boolean> {
    const { root } = this.scope;
    return (
      isBelow(join(root, PLUGINS_FOLDER), realFolder(path)) ||
      (isBelow(root, path) && (await readCopy(path)) !== undefined)
    );
  }

  private shown(path: string): string {
    const { root, kind } = this.scope;
    if (!isBelow(root, path)) return path;
    return `${kind === 'user' ? '~/' : ''}${path.slice(root.length + 1)}`.replaceAll('\\', '/');
  }
}

function nameIn(text: string): string | undefined {
  const head = frontMatterLines(text) ?? [];
  return /^name[ \t]*:[ \t]*(["']?)([^"'\n#]+?)\1[ \t]*(?:#.*)?$/m.exec(head.join('\n'))?.[2];
}
