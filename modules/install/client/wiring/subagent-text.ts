import type { SubagentFolder } from '../../contract/agents.js';
import { endOfLine } from '../json/text-style.js';

const FRONT_MATTER = /^---[ \t]*\r?\n((?:[^]*?\r?\n)?)---[ \t]*(?:\r?\n|$)/;
const KEY = /^([\w-]+)[ \t]*:/;
/** What limits a sub-agent in the form of Claude Code. */
const LIMITS: readonly string[] = ['tools', 'disallowedTools'];

/** A member of the front matter with all its lines. */
interface Member {
  readonly key: string;
  readonly text: string;
}

interface Parts {
  readonly members: readonly Member[];
  readonly body: string;
}

/**
 * The file of a sub-agent for an agent: as its author wrote it, or with the front matter that the agent accepts. Its name there is that of its
 * file.
 */
export function subagentText(
  source: string,
  { name, folder }: { readonly name: string; readonly folder: SubagentFolder },
): string {
  const text = source.replace(/^\uFEFF/, '');
  const { members, body } = partsOf(text);
  const newline = endOfLine(text);
  const { keys, always = {} } = folder;
  const kept = members.filter(
    ({ key }) => key !== 'name' && !Object.hasOwn(always, key) && (keys?.includes(key) ?? true),
  );
  const isNamed = members.some((member) => member.key === 'name' && valueOf(member) === name);
  if (isNamed && kept.length === members.length - 1 && Object.keys(always).length === 0)
    return source;
  const added = Object.entries(always).map(([key, value]) => `${key}: ${value}${newline}`);
  const head = [`name: ${name}${newline}`, ...kept.map((member) => member.text), ...added];
  return `---${newline}${head.join('')}---${newline}${body}`;
}

/** Whether the sub-agent is limited to some tools, and the agent is not told. */
export function leavesOutTools(source: string, { keys }: SubagentFolder): boolean {
  if (keys === undefined) return false;
  return partsOf(source.replace(/^\uFEFF/, '')).members.some(
    ({ key }) => LIMITS.includes(key) && !keys.includes(key),
  );
}

/** Lines that begin with no key belong to the member before them. */
function partsOf(text: string): Parts {
  const [whole, head = ''] = FRONT_MATTER.exec(text) ?? [];
  if (whole === undefined) return { members: [], body: text };
  const members: Member[] = [];
  for (const line of head.match(/[^\n]*\n/g) ?? []) {
    const key = KEY.exec(line)?.[1];
    const last = members.at(-1);
    if (key !== undefined) members.push({ key, text: line });
    else if (last !== undefined)
      members[members.length - 1] = { key: last.key, text: last.text + line };
  }
  return { members, body: text.slice(whole.length) };
}

function valueOf({ text }: Member): string {
  return text
    .slice(text.indexOf(':') + 1)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
}
