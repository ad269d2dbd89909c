import { parse as parseToml } from 'smol-toml';
import { fieldsOf } from '../../../../toolbox/type-guards.js';
import { limits } from '../limits.js';
import { decodeText } from '../../../../toolbox/decoded-text.js';
import {
  descriptionOf,
  readAgentText,
  resolved,
  writtenText,
  type AgentText,
  type TextNames,
} from './agent-texts.js';
import type { Draft } from './draft.js';
import { freePath, slugOf } from './find-files.js';
import type { SkillNames } from './skills.js';

/** A command as its manifest names it. */
export interface CommandSource {
  /** Its file; `undefined` where the manifest holds the text. */
  readonly path: string | undefined;
  /** What the person types, where it is not the file's name. */
  readonly name: string | undefined;
  /** Front matter that the manifest adds. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly content: string | undefined;
}

/** Keys of the same meaning in a skill, which has no other place for the rest. */
const KEPT = [
  'argument-hint',
  'allowed-tools',
  'model',
  'disable-model-invocation',
  'user-invocable',
];

/** Writes each command as a skill, and returns the skills' folders. */
export function takeCommands(
  commands: Iterable<CommandSource>,
  { draft, texts, names }: { draft: Draft; texts: TextNames; names: SkillNames },
): readonly string[] {
  return [...commands].flatMap((command) => {
    const label = command.path ?? `command ${command.name ?? ''}`;
    const text = textOf(command, draft);
    if (typeof text === 'string') {
      draft.leftOut.add(label, text);
      return [];
    }
    const called = slugOf(command.name ?? nameOf(command.path ?? '')) || 'command';
    const wanted = [called, `${called}-command`].filter((name) => !names.has(name));
    const { name, path } = freePath(wanted, (candidate) => `skills/${candidate}`, draft);
    const file = `${path}/SKILL.md`;
    draft.write(file, resolved(skillText(text, name), texts, file));
    names.set(name, path);
    return [path];
  });
}

/** `git/commit.md` is the command `git:commit`, and becomes `git-commit`. */
function nameOf(path: string): string {
  return path.replace(/^(?:.*\/)?commands\//, '').replace(/\.\w+$/, '');
}

function skillText({ values, body }: AgentText, name: string): string {
  const kept = KEPT.flatMap((key): [string, unknown][] =>
    values.has(key) ? [[key, values.get(key)]] : [],
  );
  const description = descriptionOf({ values, body }, `The command ${name}.`);
  const front = new Map<string, unknown>([['name', name], ['description', description], ...kept]);
  return writtenText({ values: front, body });
}

/** The command's text, or why there is none. */
function textOf(
  { path = '', content = '', values }: CommandSource,
  draft: Draft,
): AgentText | string {
  const bytes = path === '' ? Buffer.from(content) : draft.get(path)?.content;
  if (bytes === undefined) return 'the plugin does not have it';
  if (bytes.length > limits.markdownBytes)
    return `a command has at most ${limits.markdownBytes} bytes`;
  const text = readCommand(path, bytes);
  if (typeof text === 'string') return text;
  return { values: new Map([...text.values, ...values]), body: text.body };
}

const readCommand = (path: string, content: Uint8Array): AgentText | string =>
  path.endsWith('.toml') ? tomlText(content) : (readAgentText(path, content) ?? 'it is not text');

/** A command of Gemini CLI. */
function tomlText(content: Uint8Array): AgentText | string {
  const text = decodeText(content);
  if (text === undefined) return 'it is not text';
  try {
    const { prompt, description } = fieldsOf(parseToml(text, { maxDepth: 20 }));
    if (typeof prompt !== 'string' || prompt.trim() === '') return 'it has no "prompt"';
    const body = `\n${prompt.trim().replaceAll('{{args}}', '$ARGUMENTS')}\n`;
    const values = typeof description === 'string' ? [['description', description] as const] : [];
    return { values: new Map<string, unknown>(values), body };
  } catch (error) {
    return `it is not valid TOML: ${(error as Error).message.split('\n')[0] ?? ''}`;
  }
}
