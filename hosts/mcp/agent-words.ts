import { commandLine } from '../../kernel/index.js';
import { parameterOf, type Tool } from './tools.js';

/** Rewrites text for people at a terminal into text for an agent: commands become tools, flags become parameters. */
export type AgentWords = (words: string) => string;

/** Commands of `svc`, by the tool of another name that does the same. */
const STANDS_FOR: Readonly<Record<string, readonly string[]>> = {
  status: ['list'],
  tile_view: ['info', 'view', 'show', 'plugin info'],
  new_plugin: ['plugin new', 'skill new'],
  tile_publish: ['plugin publish', 'publish'],
  skill_publish: ['skill publish'],
};

/** A command, with the "run" before it if any, or a flag. */
const TYPED = /(\b[Rr]un )?`((?:svc|lnk) [^`]+)`|`?--([a-z][a-z-]*)`?(?![\w-])/g;
type Typed = [
  run: string | undefined,
  line: string | undefined,
  flag: string | undefined,
  at: number,
];

/** A phrase for people, and the one that replaces it for agents. */
const ENVIRONMENT = ['in the environment of svc', 'in the environment of the tool server'] as const;

/** Matches the text before the first word of a sentence. */
const BEGINNING = /(^|[.!?:] )$/;

/** Two commands that one tool stands for. */
const TWICE = /([Tt]he tool `[^`]+`) or \1/g;

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** After the mention of a person, the rest of the sentence is addressed to that person, who types commands. */
const FOR_A_PERSON = /\bperson\b[^.]*$/;

/** `workspace_create` is `svc workspace create`, by its operation; `search` is `svc search`, by its name. */
export function commandsOf({ name, operation }: Tool): string[] {
  const cli = operation.cli ?? { name: name.replaceAll('_', ' ') };
  const own = [cli.name, ...(cli.aliases ?? [])].map((words) => commandLine(cli, words));
  return [...own, ...(STANDS_FOR[name] ?? []).map((words) => `svc ${words}`)];
}

function toolsByCommand(tools: Iterable<Tool>): ReadonlyMap<string, Tool> {
  return new Map(
    [...tools].flatMap((tool) => commandsOf(tool).map((command) => [command, tool] as const)),
  );
}

function quotedParameter(tool: Tool, flag: string): string | undefined {
  const parameter = parameterOf(tool, flag);
  return parameter === undefined ? undefined : `\`${parameter}\``;
}

/** The words after the command: its arguments, and its flags as parameters. `undefined` when the tool has no parameter for one of the flags. */
function restOf(tool: Tool, words: readonly string[]): string | undefined {
  const parameters = words
    .filter((word) => word.startsWith('-'))
    .map((word) => quotedParameter(tool, word));
  if (parameters.includes(undefined)) return undefined;
  const values = words.filter((word) => !word.startsWith('-'));
  return [
    ...(values.length === 0 ? [] : [` (${values.join(' ')})`]),
    ...(parameters.length === 0 ? [] : [` with ${parameters.join(', ')}`]),
  ].join('');
}

/** The tool for the longest command that the words begin with. A command without a tool is left for a person to run. */
function toolFor(line: string, byCommand: ReadonlyMap<string, Tool>): string | undefined {
  const words = line.trim().split(/\s+/);
  for (let count = words.length; count > 0; count -= 1) {
    const tool = byCommand.get(words.slice(0, count).join(' '));
    if (tool === undefined) continue;
    const rest = restOf(tool, words.slice(count));
    return rest === undefined ? undefined : `the tool \`${tool.name}\`${rest}`;
  }
  return undefined;
}

/** Makes the rewriting of the text of one tool. */
export function agentWords(tools: Iterable<Tool>): (called: Tool) => AgentWords {
  const byCommand = toolsByCommand(tools);
  return (called) => (words) =>
    words
      .replace(TYPED, (written: string, ...[run, line, flag, at]: Typed) => {
        const before = words.slice(0, at);
        if (FOR_A_PERSON.test(before)) return written;
        if (line === undefined) return quotedParameter(called, flag ?? '') ?? written;
        const tool = toolFor(line, byCommand);
        if (tool === undefined) return written;
        const said = run === undefined ? tool : `call ${tool}`;
        return BEGINNING.test(before) ? capital(said) : said;
      })
      .replaceAll(TWICE, '$1')
      .replaceAll(...ENVIRONMENT);
}

/** Fields of answers that hold svc's own text; all others are data. */
const WORDED: ReadonlySet<string> = new Set(['problem', 'hint', 'reason', 'message']);

/** The same answer, with the fields that hold text rewritten for agents. */
export function inAgentWords(value: unknown, speak: AgentWords): unknown {
  if (Array.isArray(value)) return value.map((entry) => inAgentWords(entry, speak));
  if (typeof value !== 'object' || value === null) return value;
  const said = (name: string, entry: unknown): unknown =>
    typeof entry === 'string' && WORDED.has(name) ? speak(entry) : inAgentWords(entry, speak);
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, said(name, entry)]),
  );
}
