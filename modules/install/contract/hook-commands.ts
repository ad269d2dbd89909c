import { fieldsOf, listOf } from '../../../toolbox/type-guards.js';

/** Keys of agents' own hook configurations whose values are shell commands. Beside `args`, a command is a program that no shell parses. */
export const SHELL_KEYS: ReadonlySet<string> = new Set([
  'command',
  'commandWindows',
  'bash',
  'powershell',
  'windows',
  'linux',
  'osx',
]);

/** The commands in a configuration in an agent's own form, at any depth. */
export function commandsIn(config: unknown): readonly string[] {
  if (Array.isArray(config)) return config.flatMap(commandsIn);
  return Object.entries(fieldsOf(config)).flatMap(([key, value]) =>
    SHELL_KEYS.has(key) && typeof value === 'string'
      ? [[value, ...listOf(fieldsOf(config)['args'])].map(String).join(' ')]
      : commandsIn(value),
  );
}

/** Environment variables of a hook as it declares them: `NAME=value`, or `NAME=$OTHER` for what it takes from the agent's environment. */
export const hookVariables = (env: unknown): readonly string[] =>
  Object.entries(fieldsOf(env)).map(([name, value]) => {
    const { fromEnv } = fieldsOf(value);
    return `${name}=${typeof fromEnv === 'string' ? `$${fromEnv}` : String(value)}`;
  });
