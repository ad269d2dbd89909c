import type { CommandHook } from './command-hook.js';
import { PLUGIN_DIR } from '../../../../install/contract/plugin-dir-token.js';
import { insertPluginDir } from './plugin-dir-token.js';

export type Env = Readonly<Record<string, string | undefined>>;

/** Variables that programs need in order to work. A hook has to declare any other variable, because the environment may hold secrets. */
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
  // without these, programs do not start on Windows
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

/** Never passed on, even if a plugin declares it, because with this token it could publish in the user's name. */
const REGISTRY_TOKEN = 'SVC_TOKEN';

export interface HookFacts {
  readonly pluginFolder: string;
  readonly projectFolder: string;
  readonly agent: string;
  readonly event: string;
  /** Variables that contain the agent's project folder. */
  readonly projectVariables: readonly string[];
}

/** The environment of one hook: the basics, the agent's project, svc's own facts, and the variables that the hook declares. */
export function hookEnvironment(
  { env: declared }: CommandHook,
  facts: HookFacts,
  agentEnv: Env,
): Env {
  const kept = (name: string): boolean =>
    basics.has(name) || name.startsWith('LC_') || facts.projectVariables.includes(name);
  const forwarded = (value: CommandHook['env'][string]): string | undefined => {
    if (typeof value === 'string') return insertPluginDir(value, facts.pluginFolder);
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
