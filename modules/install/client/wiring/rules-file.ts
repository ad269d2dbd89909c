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
  return `\n## ${plugin} — ${rule.name}\n\n@${path} [${rule.name}](${path})\n`;
}
