import { isRecord, type Fields } from '../../../../../toolbox/type-guards.js';

/** The default time limit of a hook, in seconds. */
const DEFAULT_TIMEOUT = 60;
const LONGEST_TIMEOUT = 600;

/** A hook as plugins declare it, checked. */
export interface CommandHook {
  readonly command: string;
  /** If present, even empty, the command is started without a shell. */
  readonly args: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | { readonly fromEnv: string }>>;
  /** Seconds. */
  readonly timeout: number;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isVariable = (value: unknown): boolean =>
  isText(value) || (isRecord(value) && isText(value['fromEnv']));

/** The rules for a declaration, each with the message for a violation. */
const rules: readonly {
  readonly holds: (fields: Fields) => boolean;
  readonly otherwise: string;
}[] = [
  { holds: ({ type }) => type === 'command', otherwise: 'is not of type "command"' },
  {
    holds: ({ command }) => isText(command) && command.trim() !== '',
    otherwise: 'has no "command"',
  },
  {
    holds: ({ args = [] }) => Array.isArray(args) && args.every(isText),
    otherwise: 'has "args" that are not a list of texts',
  },
  {
    holds: ({ env = {} }) => isRecord(env) && Object.values(env).every(isVariable),
    otherwise: 'has an "env" whose values are neither texts nor {"fromEnv": "NAME"}',
  },
];

/** Parses a declaration; a text answers what is wrong with it. Installed files were validated once, but people may edit them. */
export function readCommandHook(value: unknown): CommandHook | string {
  const fields = isRecord(value) ? value : {};
  const broken = rules.find(({ holds }) => !holds(fields));
  if (broken !== undefined) return broken.otherwise;
  const {
    command,
    args,
    env = {},
    timeout,
  } = fields as unknown as Partial<CommandHook> & Pick<CommandHook, 'command'>;
  return { command, args, env, timeout: secondsOf(timeout) };
}

function secondsOf(timeout: unknown): number {
  return typeof timeout === 'number' && timeout > 0
    ? Math.min(timeout, LONGEST_TIMEOUT)
    : DEFAULT_TIMEOUT;
}
