import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import type { GitCredentials, GitSource } from '../../resolve/git-source.js';

type Env = Readonly<Record<string, string | undefined>>;

interface GitSettings {
  readonly env: Env;
  readonly source: Pick<GitSource, 'url' | 'credentials'>;
  /** A PEM file with every trusted authority; `undefined`: git's defaults. */
  readonly authorities: string | undefined;
}

/** Of git's own variables, only those on how this user reaches hosts. Others refer to the repository of a calling hook, or enable traces. */
const KEPT =
  /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|HTTP_\w+|PROXY_\w+|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|EXEC_PATH)$/;

/** git must never prompt. Credential helpers that work without a prompt may answer. */
const SILENT: Env = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GCM_INTERACTIVE: 'never',
  GCM_GUI_PROMPT: '0',
};

const CONFIG: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['init.templateDir', ''],
  ['credential.interactive', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['fetch.writeCommitGraph', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['remote.origin.promisor', 'true'],
  ['remote.origin.partialCloneFilter', 'blob:none'],
  ['protocol.version', '2'],
];

/**
 * The environment for git. The user's and the system's configuration count (proxies, credential helpers, `insteadOf`), except where they
 * run other programs or prompt; no variable of `svc` is passed on.
 */
export async function gitEnvironment({
  env,
  source,
  authorities,
}: GitSettings): Promise<NodeJS.ProcessEnv> {
  const kept = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(?:GIT|SVC)_/.test(name) || KEPT.test(name)),
  );
  const { url, credentials } = source;
  const config: (readonly [string, string])[] = [...CONFIG, ['remote.origin.url', url]];
  if (authorities !== undefined) config.push(['http.sslCAInfo', authorities]);
  if (credentials !== undefined)
    config.push([
      `http.${new URL(url).origin}/.extraHeader`,
      `Authorization: Basic ${basic(credentials)}`,
    ]);
  const clean = {
    ...kept,
    ...proxies(env),
    ...SILENT,
    LC_ALL: 'C',
    LANGUAGE: '',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh',
    GIT_NO_REPLACE_OBJECTS: '1',
  };
  return { ...clean, ...configVariables(env, config), ...(await sshCommand(clean)) };
}

/** Passed by environment, because all users of the machine can read arguments. */
function configVariables(env: Env, config: readonly (readonly [string, string])[]): Env {
  const first = Number(env['GIT_CONFIG_COUNT'] ?? '') || 0;
  const pairs = config.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return { ...(Object.fromEntries(pairs) as Env), GIT_CONFIG_COUNT: String(first + config.length) };
}

/** curl ignores an upper-case HTTP_PROXY, `*.` and the exception for localhost, all of which `svc` supports. */
function proxies(env: Env): Env {
  const http =
    env['http_proxy'] || (env['REQUEST_METHOD'] === undefined ? env['HTTP_PROXY'] : undefined);
  const exceptions = (env['no_proxy'] || env['NO_PROXY']) ?? '';
  const list =
    exceptions.trim() === '*'
      ? '*'
      : [
          ...exceptions
            .split(/[\s,]+/)
            .filter(Boolean)
            .map((name) => name.replace(/^\*\./, '.')),
          'localhost',
          '127.0.0.1',
          '::1',
        ].join(',');
  return { ...(http && { http_proxy: http }), no_proxy: list };
}

/** The user's own ssh with options against prompts and long waits. A program named by GIT_SSH may not take such options. */
async function sshCommand(env: Env): Promise<Env> {
  const named = env['GIT_SSH_COMMAND'] || (await configured('core.sshCommand', env));
  if (named === '' && env['GIT_SSH']) return {};
  const command = named || 'ssh';
  const isOpenSsh = !/plink|tortoise/i.test(command);
  return {
    GIT_SSH_COMMAND: isOpenSsh ? `${command} -oBatchMode=yes -oConnectTimeout=10` : command,
  };
}

async function configured(key: string, env: Env): Promise<string> {
  try {
    // a surrounding repository must not configure ssh: its files may be untrusted
    const settings = { env: { ...env, GIT_DIR: devNull }, windowsHide: true };
    const { stdout } = await promisify(execFile)('git', ['config', '--get', key], settings);
    return stdout.trim();
  } catch {
    // not set, or git is missing, which the next call of git reports
    return '';
  }
}

function basic({ username, password }: GitCredentials): string {
  return Buffer.from(`${username}:${password}`).toString('base64');
}
