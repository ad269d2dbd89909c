import type { Draft } from './draft.js';
import type { Form, FormId } from './forms.js';
import { placeOf } from './found.js';

/** Keys that are read, or only describe the plugin. */
const KNOWN = new Set(
  (
    'name version description author license homepage repository keywords displayName skills commands agents rules hooks nativeHooks mcpServers ' +
    'contextFileName docs private summary $schema logo icon category tags interface publisher strict source id defaultEnabled relevance'
  ).split(' '),
);

const KEY_REASONS: ReadonlyMap<string, string> = new Map([
  ['lspServers', 'language servers are started by one agent only'],
  ['outputStyles', 'other agents have no output styles'],
  ['themes', 'other agents have no such themes'],
  ['experimental', 'themes and monitors have no counterpart'],
  ['monitors', 'other agents have no monitors'],
  ['settings', 'settings of agents belong to their users'],
  ['userConfig', 'nobody is asked for settings at install; set environment variables instead'],
  ['variables', 'nobody is asked for settings at install; set environment variables instead'],
  ['channels', 'other agents have no channels'],
  ['dependencies', 'install the plugins that it names beside it'],
  ['apps', 'connectors belong to an account of one vendor'],
  ['excludeTools', 'plugins do not take tools away'],
]);

const NOTHING_READS = 'the files ship, and no agent reads them by itself';
const ofClaude: readonly (readonly [path: string, why: string])[] = [
  ['.lsp.json', 'language servers are started by one agent only'],
  ['output-styles/', `other agents have no output styles: ${NOTHING_READS}`],
  ['themes/', `other agents have no such themes: ${NOTHING_READS}`],
  ['monitors/', `other agents have no monitors: ${NOTHING_READS}`],
  ['workflows/', `other agents have no such workflows: ${NOTHING_READS}`],
  ['settings.json', 'settings of agents belong to their users'],
  ['bin/', 'its programs ship, and are not put on the PATH'],
];
const ofCopilot: readonly (readonly [path: string, why: string])[] = [
  ['lsp.json', 'language servers are started by one agent only'],
  ['.github/lsp.json', 'language servers are started by one agent only'],
];
/** What a form may hold beside what becomes part of our plugin. */
const FILES: Readonly<Record<FormId, readonly (readonly [path: string, why: string])[]>> = {
  '.claude-plugin/plugin.json': ofClaude,
  marketplace: ofClaude,
  '.codex-plugin/plugin.json': [['.app.json', 'connectors belong to an account of one vendor']],
  '.cursor-plugin/plugin.json': [],
  '.tessl-plugin/plugin.json': [],
  '.plugin/plugin.json': ofCopilot,
  '.github/plugin/plugin.json': ofCopilot,
  'gemini-extension.json': [
    ['policies/', `other agents have no such policies: ${NOTHING_READS}`],
    ['themes/', `other agents have no such themes: ${NOTHING_READS}`],
  ],
};

/** Names what the plugin has that nothing of ours stands for. */
export function nameLeftovers({ id, fields }: Form, draft: Draft): void {
  for (const [key, value] of fields) {
    if (!KNOWN.has(key))
      draft.leftOut.add(placeOf(value), KEY_REASONS.get(key) ?? 'there is no counterpart');
  }
  for (const [path, why] of FILES[id]) {
    const has = path.endsWith('/') ? draft.hasFolder(path.slice(0, -1)) : draft.has(path);
    if (has) draft.leftOut.add(path, why);
  }
}
