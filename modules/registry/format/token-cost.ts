import type { PluginContents, TokenCost } from '../contract/plugin-format.js';
import { splitFrontMatter } from './front-matter-text.js';
import { decodeText } from '../../../toolbox/decoded-text.js';

/** Rule of thumb for English prose; models differ by about a third. */
const CHARACTERS_PER_TOKEN = 4;

/** Rules are read in every session; a skill costs only its name and description until it is used. */
export function tokenCosts(plugin: PluginContents): readonly TokenCost[] {
  const files = new Map(plugin.files.map(({ path, content }) => [path, content] as const));
  const text = (path: string): string => decodeText(files.get(path) ?? new Uint8Array()) ?? '';
  const rules = plugin.rules.map(({ name, path }) => ({
    kind: 'rule' as const,
    name,
    always: tokens(text(path)),
    onDemand: 0,
  }));
  const skills = plugin.skills.map(({ name, description, path }) => {
    const parts = splitFrontMatter(text(path === '.' ? 'SKILL.md' : `${path}/SKILL.md`));
    const body = typeof parts === 'string' ? '' : parts.body;
    return {
      kind: 'skill' as const,
      name,
      always: tokens(`${name} ${description}`),
      onDemand: tokens(body),
    };
  });
  return [...rules, ...skills];
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
