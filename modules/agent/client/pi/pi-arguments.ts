import { resolve } from 'node:path';
import { usageError } from 'svc-registry/kernel';
import type { AgentInput } from '../../contract/inputs.js';
import type { PermissionMode } from '../../contract/modes.js';

const reject = (what: string): never => {
  throw usageError({ what });
};

export function modeOf({ permissionMode, yolo }: AgentInput): PermissionMode {
  if (yolo !== true) return permissionMode ?? 'auto';
  if (permissionMode !== undefined && permissionMode !== 'yolo')
    reject(`--yolo and --permission-mode ${permissionMode} contradict each other.`);
  return 'yolo';
}

export const keepsMemory = ({ noMemory, ephemeral }: AgentInput): boolean =>
  noMemory !== true && ephemeral !== true;

const switches = [
  ['continue', '--continue'],
  ['noBuiltinTools', '--no-builtin-tools'],
  ['noTools', '--no-tools'],
  ['noExtensions', '--no-extensions'],
  ['noSkills', '--no-skills'],
  ['noPromptTemplates', '--no-prompt-templates'],
  ['noThemes', '--no-themes'],
  ['noContextFiles', '--no-context-files'],
] as const satisfies readonly (readonly [keyof AgentInput, string])[];

const values = [
  ['model', '--model'],
  ['thinking', '--thinking'],
  ['resume', '--session'],
  ['tools', '--tools'],
] as const satisfies readonly (readonly [keyof AgentInput, string])[];

const paths = [
  ['extension', '--extension'],
  ['skill', '--skill'],
  ['promptTemplate', '--prompt-template'],
  ['theme', '--theme'],
] as const satisfies readonly (readonly [keyof AgentInput, string])[];

function assertFits(input: AgentInput): void {
  const { prompt, message, resume } = input;
  if (prompt !== undefined && message !== undefined)
    reject('Give the prompt once: as an argument or with --message.');
  if (input.continue === true && resume !== undefined)
    reject('--continue and --resume contradict each other.');
  const fresh = input.ephemeral === true ? '--ephemeral' : '--no-session';
  if (isFresh(input) && (input.continue === true || resume !== undefined))
    reject(`${fresh} keeps no session, so there is none to go on with.`);
}

const isFresh = ({ ephemeral, noSession }: AgentInput): boolean =>
  ephemeral === true || noSession === true;

function outputOf({ output, print }: AgentInput): readonly string[] {
  // with an own --mode it reads no word behind --print as the prompt
  if (output === 'json') return ['--mode', 'json'];
  return print === true ? ['--mode', 'text', '--print'] : [];
}

/** pi takes words with these first characters for flags and files. */
const asText = (prompt: string): string => (/^[-@]/.test(prompt) ? ` ${prompt}` : prompt);

interface Place {
  readonly cwd: string;
  /** Our extension's file. */
  readonly extension: string;
}

/** The command line of pi. Throws a usage error for flags that contradict each other. */
export function piArguments(input: AgentInput, { cwd, extension }: Place): readonly string[] {
  assertFits(input);
  const prompt = input.prompt ?? input.message;
  const sessions = input.sessionDir === undefined ? [] : ['--session-dir', input.sessionDir];
  return [
    ...outputOf(input),
    '--extension',
    extension,
    ...switches.flatMap(([field, flag]) => (input[field] === true ? [flag] : [])),
    ...(isFresh(input) ? ['--no-session'] : []),
    ...values.flatMap(([field, flag]) => (input[field] === undefined ? [] : [flag, input[field]])),
    ...sessions.map((word) => (word.startsWith('--') ? word : resolve(cwd, word))),
    ...paths.flatMap(([field, flag]) => (input[field] ?? []).flatMap((path) => [flag, path])),
    ...(prompt === undefined ? [] : [asText(prompt)]),
  ];
}
