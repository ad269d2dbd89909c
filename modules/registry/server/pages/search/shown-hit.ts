import type { SearchHit } from '../../../contract/search.js';
import { view, type View } from '../../../../web/contract/index.js';
import { markedParts, rangesIn } from './marked.js';

const template = new URL('hit.njk', import.meta.url);
/** Longer descriptions are cut: the plugin's page has the whole. Lists below other headings are shorter. */
const MOST_SIGNS = { 2: 400, 3: 160 } as const;

interface Badge {
  readonly text: string;
  readonly tone: string;
}

/** A hit with a heading of this level. */
export function shownHit(hit: SearchHit, level: 2 | 3): View {
  const { kind, plugin, version, name, description, matches, private: isPrivate, weak } = hit;
  return view(template, {
    level,
    kind,
    href: hrefOf(hit),
    name: markedParts(name, rangesIn(matches, 'name')),
    description: markedParts(
      shortened(description, MOST_SIGNS[level]),
      rangesIn(matches, 'description'),
    ),
    plugin,
    pluginHref: hrefOfPlugin(plugin),
    version,
    badges: [
      ...(isPrivate ? [{ text: 'private', tone: 'plain' }] : []),
      ...Object.values(hit.facts ?? {}).flatMap(badgeOf),
    ],
    isWeak: weak === true,
  });
}

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;

const hrefOfPlugin = (plugin: string): string =>
  `/plugins/${plugin.split('/').map(encodeURIComponent).join('/')}`;

/** The plugin's page, or that of the file in which a skill, rule or README is. */
function hrefOf({ kind, plugin, version, path }: SearchHit): string {
  if (path === undefined) return hrefOfPlugin(plugin);
  const file = kind === 'skill' ? `${path}/SKILL.md` : path;
  const escaped = file.split('/').map(encodeURIComponent).join('/');
  return `${hrefOfPlugin(plugin)}/v/${encodeURIComponent(version)}/files/${escaped}`;
}

function badgeOf(fact: unknown): Badge[] {
  const { label, tone } = Object(fact) as { readonly label?: unknown; readonly tone?: unknown };
  if (typeof label !== 'string') return [];
  return [{ text: label, tone: typeof tone === 'string' ? tone : 'plain' }];
}
