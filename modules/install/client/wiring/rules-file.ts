import { by } from '../../../../toolbox/by.js';
import { PLUGINS_FOLDER, SVC_FOLDER } from '../project/paths.js';
import type { LockedPart, LockedPlugin } from '../project/lock-file.js';
import { pluginFolder } from '../project/paths.js';
import type { WiringJob } from './wiring-job.js';

const HEADER = '# Agent Rules\n\nThis file is rewritten by `svc install`; do not edit it.\n';

/** The text of `.svc/RULES.md`: a reference to every rule of every plugin, relative to `.svc/`. */
export function rulesText(plugins: ReadonlyMap<string, LockedPlugin>): string {
  return HEADER + rulesOf(plugins).map(section).join('');
}

/** A rule of an installed plugin. */
export interface InstalledRule {
  readonly plugin: string;
  readonly rule: LockedPart;
}

/** Every rule of every plugin, in the order of the plugins' names. */
export function rulesOf(plugins: ReadonlyMap<string, LockedPlugin>): readonly InstalledRule[] {
  const sorted = [...plugins].sort(by(([key]) => key));
  return sorted.flatMap(([plugin, { rules }]) => rules.map((rule) => ({ plugin, rule })));
}

/** The rule as its author wrote it; `undefined` if its file was deleted. */
export function readRule(
  { changes }: Pick<WiringJob, 'changes'>,
  { plugin, rule }: InstalledRule,
): Promise<string | undefined> {
  return changes.read(`${pluginFolder(plugin)}/${rule.path}`);
}

/** The full text of the rules, for an agent that cannot follow references. */
export async function rulesInFull(job: Pick<WiringJob, 'changes' | 'plugins'>): Promise<string> {
  const texts: string[] = [];
  for (const installed of rulesOf(job.plugins)) {
    const text = await readRule(job, installed);
    if (text !== undefined)
      texts.push(
        `## ${installed.plugin} — ${installed.rule.name}\n\n${withoutFrontMatter(text).trim()}\n`,
      );
  }
  return texts.join('\n');
}

function withoutFrontMatter(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/^\uFEFF?---\n[^]*?\n---\n/, '');
}

function section({ plugin, rule }: InstalledRule): string {
  const path = `${PLUGINS_FOLDER.slice(SVC_FOLDER.length + 1)}/${plugin}/${rule.path}`;
  const name = rule.name.replace(/[\\`*_[\]<>#!|@]/g, '\\$&');
  // an import ends at the first unescaped space; the link's target is URL-encoded
  return `\n## ${plugin} — ${name}\n\n@${path.replaceAll(' ', '\\ ')} [${name}](${linkTarget(path)})\n`;
}

function linkTarget(path: string): string {
  return encodeURI(path).replace(
    /[()#?]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}
