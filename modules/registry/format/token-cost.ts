import type { PluginRule, PluginSkill } from '../contract/plugin-format.js';
import type { FileTree } from './file-tree.js';
import { splitFrontMatter } from './front-matter.js';
import { decodeText } from './text.js';

/** Rule of thumb for English prose; models differ by about a third. */
const CHARACTERS_PER_TOKEN = 4;

/** What a component costs an agent's context, estimated in tokens. */
export interface TokenCost {
  readonly kind: 'rule' | 'skill';
  readonly name: string;
  /** In every session. */
  readonly always: number;
  /** Once the skill is used. */
  readonly onDemand: number;
}

/** Rules are read in every session; of a skill only name and description are, until it is used. */
export function tokenCosts(
  components: { rules: readonly PluginRule[]; skills: readonly PluginSkill[] },
  tree: FileTree,
): readonly TokenCost[] {
  const text = (path: string): string => decodeText(tree.get(path)?.content ?? new Uint8Array()) ?? '';
  const rules = components.rules.map(({ name, path }) => ({ kind: 'rule' as const, name, always: tokens(text(path)), onDemand: 0 }));
  const skills = components.skills.map(({ name, description, path }) => {
    const parts = splitFrontMatter(text(path === '.' ? 'SKILL.md' : `${path}/SKILL.md`));
    const body = typeof parts === 'string' ? '' : parts.body;
    return { kind: 'skill' as const, name, always: tokens(`${name} ${description}`), onDemand: tokens(body) };
  });
  return [...rules, ...skills];
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
