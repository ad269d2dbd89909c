import type { CommandHook } from './command-hook.js';
import { PLUGIN_DIR } from '../../../../install/contract/plugin-dir-token.js';

export type Env = Readonly<Record<string, string | undefined>>;

/** What programs need to work at all. Everything else, secrets above all, a hook has to name. */
const basics = new Set([
  ...[
    'HOME',
    'PATH',
    'TMPDIR',
    'TMP',
    'TEMP',
    'LANG',
    'LANGUAGE',
    'USER',
    'LOGNAME',
    'SHELL',
    'TERM',
  ],
  // without these nothing starts on Windows
  ...[
    'Path',
    'PATHEXT',
    'SystemRoot',
    'SystemDrive',
    'ComSpec',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
  ],
]);

/** Never handed on, whatever a plugin declares: it publishes in the user's name. */
const REGISTRY_TOKEN = 'SVC_TOKEN';

export interface HookFacts {
  readonly pluginFolder: string;
  readonly projectFolder: string;
  readonly agent: string;
  readonly event: string;
  /** Variables in which the agent names its project. */
  readonly projectVariables: readonly string[];
}

/** The environment of one hook: the basics, the agent's project, our own facts, and what the hook declares. */
export function hookEnvironment(
  { env: declared }: CommandHook,
  facts: HookFacts,
  agentEnv: Env,
): Env {
  const kept = (name: string): boolean =>
    basics.has(name) || name.startsWith('LC_') || facts.projectVariables.includes(name);
  const forwarded = (value: CommandHook['env'][string]): string | undefined => {
    if (typeof value === 'string') return value;
    return value.fromEnv === REGISTRY_TOKEN ? undefined : agentEnv[value.fromEnv];
  };
  const entries = [
    ...Object.entries(agentEnv).filter(([name]) => kept(name)),
    ...Object.entries(declared).map(([name, value]) => [name, forwarded(value)] as const),
  ].filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(entries),
    [PLUGIN_DIR]: facts.pluginFolder,
    SVC_PROJECT_DIR: facts.projectFolder,
    SVC_AGENT: facts.agent,
    SVC_HOOK_EVENT: facts.event,
  };
}
