import { posix } from 'node:path';
import { stringify } from 'yaml';
import { Findings } from '../findings.js';
import { splitFrontMatter } from '../front-matter-text.js';
import { readFrontMatter } from '../front-matter.js';
import { decodeText } from '../../../../toolbox/decoded-text.js';
import type { Draft } from './draft.js';
import { withFolder } from './tokens.js';

/** Front matter and body of a text that agents read. */
export interface AgentText {
  readonly values: ReadonlyMap<string, unknown>;
  readonly body: string;
}

/** How the plugin's own things are called where agents read of them. */
export interface TextNames {
  /** What stands for the plugin's folder. */
  readonly folder: string;
  /** What a vendor puts before the tools of the plugin's tool servers, and we do not. */
  readonly toolPrefix: string;
}

/** The text with names that hold after the conversion. */
export function resolved(text: string, { folder, toolPrefix }: TextNames, path: string): string {
  const inFolder = posix.dirname(path);
  const skill = inFolder === '.' ? folder : `${folder}/${inFolder}`;
  return withFolder(text, folder)
    .replaceAll('${CLAUDE_SKILL_DIR}', () => skill)
    .replaceAll(toolPrefix, 'mcp__');
}

/** Resolves the names in a file of the plugin; a file without them keeps its bytes. */
export function resolveFile(path: string, names: TextNames, draft: Draft): void {
  const text = draft.text(path);
  if (text === undefined) return;
  const changed = resolved(text, names, path);
  if (changed === text) return;
  draft.write(path, changed);
  draft.warn("The names of the plugin's folder and tools in this file were replaced.", path);
}

/** Reads leniently, as agents do: without front matter everything is body. `undefined` for what is no text. */
export function readAgentText(path: string, content: Uint8Array): AgentText | undefined {
  const text = decodeText(content);
  if (text === undefined || text.includes('\0')) return undefined;
  const matter = readFrontMatter({ path, content }, new Findings());
  if (matter !== undefined) return { values: matter.values, body: matter.body };
  const parts = splitFrontMatter(text);
  const body = typeof parts === 'string' ? text.replaceAll(/\r\n?/g, '\n') : parts.body;
  return { values: new Map(), body };
}

export function writtenText({ values, body }: AgentText): string {
  const front = stringify(Object.fromEntries(values), {
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
  return `---\n${front}---\n${body}`;
}

const MOST_OF_DESCRIPTION = 1024;

/** The description in the front matter, else the first words of the text; never longer than skills may have. */
export function descriptionOf({ values, body }: AgentText, fallback: string): string {
  const given = values.get('description');
  const text = typeof given === 'string' && given.trim() !== '' ? given : firstWords(body);
  const line = text.trim() === '' ? fallback : text.trim();
  return line.length <= MOST_OF_DESCRIPTION ? line : `${line.slice(0, MOST_OF_DESCRIPTION - 1)}…`;
}

function firstWords(body: string): string {
  const line = body
    .slice(0, 4000)
    .split('\n')
    .map((text) => text.replace(/^[#>*\s-]+/, '').trim())
    .find((text) => /\w/.test(text));
  return line?.slice(0, 300) ?? '';
}
