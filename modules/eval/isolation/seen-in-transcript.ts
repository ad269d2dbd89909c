import { EventLoopYielder } from '../../../toolbox/event-loop-yielder.js';
import { parsedJson } from '../../../toolbox/parsed-json.js';
import { isRecord, type Fields } from '../../../toolbox/type-guards.js';
import { isUncommon, type Traces } from './traces.js';

/** What of a context an agent's output shows. */
export interface Seen {
  /** Sentences without their end, for people. */
  readonly evidence: readonly string[];
  /** Names of skills that it has loaded. */
  readonly skills: readonly string[];
}

/** A skill that an agent can read. */
export interface SkillFile {
  /** Of its `SKILL.md`, relative to the folder in which the agent works. */
  readonly path: string;
  /** The same in the context. */
  readonly source: string;
}

/** The skills of a context by their names. */
export type SkillFiles = ReadonlyMap<string, SkillFile>;

/** A transcript, ready to be searched. */
export interface Output {
  /** As it is written, and with the escapes of JSON taken away, twice: the output of tools is JSON within JSON. */
  readonly texts: readonly string[];
  /** Events, where the agent writes JSON lines. */
  readonly events: readonly Fields[];
}

/** Keys under which agents list or name skills. */
const SKILL_KEY = /skill|command|plugin/i;
/** Types and keys of events in which an agent uses a tool, or gets the answer of one. */
const TOOL = /tool|command|function|exec|shell|mcp|file|read/i;
const TOOL_KEYS = ['tool', 'tool_name', 'toolName', 'command', 'arguments', 'input', 'parameters'];
const MOST_EVIDENCE = 20;

/** What the agent was told is not what it has seen: some agents repeat their prompt. */
export function outputOf(transcript: string, prompt: string): Output {
  const told = [prompt, escaped(prompt), escaped(escaped(prompt))];
  const own = told.reduceRight(
    (text, each) => (each === '' ? text : text.split(each).join('')),
    transcript,
  );
  const once = unescaped(own);
  const events = own
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map(parsedJson)
    .filter(isRecord);
  return { texts: [own, once, unescaped(once)], events };
}

/** Searches for anything of the context. */
export async function searchOutput(output: Output, traces: Traces): Promise<readonly string[]> {
  const evidence: string[] = [];
  const loop = new EventLoopYielder();
  for (const [line, file] of traces.lines) {
    if (loop.isDue) await loop.pause();
    if (output.texts.some((text) => text.includes(line)))
      evidence.push(`the agent's output has a line of ${file}: "${line}"`);
    if (evidence.length === MOST_EVIDENCE) return evidence;
  }
  for (const name of traces.names) {
    const where = nameIn(output, name);
    if (where !== undefined) evidence.push(`the agent's output ${where} "${name}"`);
  }
  return evidence;
}

function nameIn({ texts, events }: Output, name: string): string | undefined {
  const paths = [`skills/${name}/`, `${name}/SKILL.md`];
  if (texts.some((text) => paths.some((path) => hasPath(text, path))))
    return 'names a path of the skill';
  const listed = events.some((event) =>
    someText(event, (text, key) => SKILL_KEY.test(key) && isName(text, name)),
  );
  return listed && isUncommon(name) ? 'lists the skill' : undefined;
}

/** Which skills of a context the agent has loaded: it read the file, called the skill by its agent's own tool, or shows the text. */
export async function activation(
  output: Output,
  skills: SkillFiles,
  traces: Traces,
): Promise<Seen> {
  const tools = output.events.filter(usesTool);
  const shown = await searchOutput(output, { lines: traces.lines, names: [] });
  const evidence: string[] = [];
  const loaded: string[] = [];
  for (const [name, file] of skills) {
    const how = loadedBy(name, file, { output, tools });
    if (how !== undefined) evidence.push(`${how} "${name}"`);
    if (how !== undefined || shown.some((line) => line.includes(` of ${file.source}: `)))
      loaded.push(name);
  }
  return { evidence: [...evidence, ...shown], skills: loaded.sort() };
}

function loadedBy(
  name: string,
  { path }: SkillFile,
  { output, tools }: { readonly output: Output; readonly tools: readonly Fields[] },
): string | undefined {
  const called = tools.some((event) =>
    someText(
      event,
      (text, key) => /^(?:skill|name|skill_name|command)$/i.test(key) && isName(text, name),
    ),
  );
  if (called) return 'the agent called the skill';
  const endings = [path, `${name}/SKILL.md`];
  const reads = (text: string) => endings.some((ending) => hasPath(text, ending));
  if (tools.some((event) => someText(event, reads))) return 'the agent read the file of the skill';
  // an agent without events writes what it does as plain text
  const isPlain = output.events.length === 0;
  return isPlain && reads(output.texts[0] ?? '')
    ? 'the output names the file of the skill'
    : undefined;
}

/** What may stand before a path; colours of terminals and escapes of JSON end with a letter. */
const BEFORE_PATH = /(?:^|[^\w.-]|\p{Cc}\[[\d;]*m|\\[bfnrt])$/u;
const LONGEST_COLOUR = 16;

/** Whether a text has a path, or the end of one: whole names, and not the end of a longer name. */
function hasPath(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1))
    if (BEFORE_PATH.test(text.slice(Math.max(0, at - LONGEST_COLOUR), at))) return true;
  return false;
}

const isName = (text: string, name: string): boolean =>
  text === name || text === `/${name}` || text.endsWith(`:${name}`);

/** Whether an event, or a part of it, is the use of a tool. Text that an agent merely says is not a use. */
function usesTool(event: Fields): boolean {
  const { type, item, message } = event;
  if (typeof type === 'string' && TOOL.test(type)) return true;
  if (TOOL_KEYS.some((key) => key in event)) return true;
  const parts = [item, ...contentOf(message), ...contentOf(event)];
  return parts.some(
    (part) =>
      isRecord(part) &&
      usesTool({ ...part, content: undefined, message: undefined, item: undefined }),
  );
}

const contentOf = (value: unknown): readonly unknown[] =>
  isRecord(value) && Array.isArray(value['content']) ? (value['content'] as unknown[]) : [];

/** Events are nested so deep at most. */
const DEEPEST = 40;

/** Whether some text of a value fits; texts that are JSON are looked into. */
function someText(value: unknown, fits: (text: string, key: string) => boolean): boolean {
  const inside = (each: unknown, key: string, depth: number): boolean => {
    if (depth > DEEPEST) return false;
    if (typeof each === 'string') {
      const inner = each.startsWith('{') ? parsedJson(each) : undefined;
      return fits(each, key) || (inner !== undefined && inside(inner, key, depth + 1));
    }
    if (Array.isArray(each)) return each.some((item) => inside(item, key, depth + 1));
    if (!isRecord(each)) return false;
    return Object.entries(each).some(([name, item]) => inside(item, name, depth + 1));
  };
  return inside(value, '', 0);
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A text without the escapes of JSON. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:u([\da-fA-F]{4})|(.))/g, (_all, code?: string, one?: string) =>
    code === undefined ? (SIMPLE[one ?? ''] ?? one ?? '') : String.fromCharCode(parseInt(code, 16)),
  );
