import { PLUGINS_FOLDER, SVC_FOLDER } from '../project/paths.js';
import type { LockedPlugin } from '../project/lock-file.js';

const HEADER = '# Agent Rules\n\nThis file is rewritten by `svc install`; do not edit it.\n';

/** The text of `.svc/RULES.md`: a reference to every rule of every plugin, relative to `.svc/`. */
export function rulesText(plugins: ReadonlyMap<string, LockedPlugin>): string {
  const sections = [...plugins]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { rules }]) => rules.map((rule) => section(name, rule)));
  return HEADER + sections.join('');
}

function section(plugin: string, rule: { name: string; path: string }): string {
  const path = `${PLUGINS_FOLDER.slice(SVC_FOLDER.length + 1)}/${plugin}/${rule.path}`;
  const name = rule.name.replace(/[\\`*_[\]<>#!|@]/g, '\\$&');
  // a path ends at the first space that is not escaped; the link has the escapes of addresses
  return `\n## ${plugin} — ${name}\n\n@${path.replaceAll(' ', '\\ ')} [${name}](${linkTarget(path)})\n`;
}

function linkTarget(path: string): string {
  return encodeURI(path).replace(/[()#?]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
