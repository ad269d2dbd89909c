import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Env } from '../command/environment.js';
import type { Payload } from '../dialects/dialect.js';
import { dialectFor } from '../dialects/index.js';
import { hookScope, type ScopeRequest } from './hook-scope.js';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'svc-scope-')));
  mkdirSync(join(base, 'repo/.git'), { recursive: true });
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] };

interface Written {
  readonly agents?: readonly string[];
  /** Leave the plugins' folders out, as after a clone. */
  readonly cloned?: boolean;
}

/** Makes a folder with plugins, and a file with entries of agents that the lock names. */
function install(
  folder: string,
  plugins: readonly string[],
  { agents = [], cloned = false }: Written = {},
): string {
  const root = join(base, folder);
  const isHome = folder === 'home';
  mkdirSync(root, { recursive: true });
  for (const name of cloned ? [] : plugins)
    declare(join(root, isHome ? 'plugins' : '.svc/plugins', name), { name, hooks });
  const entries = agents.map((agent) =>
    JSON.stringify({ command: `svc hook run --agent=${agent} --event=PreToolUse` }),
  );
  const written = { hooks: { 'hooks.json': { preToolUse: entries } } };
  writeFileSync(join(isHome ? base : root, 'hooks.json'), `[${entries.join()}]`);
  const lock = {
    lockVersion: 1,
    plugins: Object.fromEntries(plugins.map((name) => [name, { version: '1.0.0', hooks }])),
    written,
  };
  writeFileSync(join(root, 'svc-lock.json'), JSON.stringify(lock));
  return root;
}

/** Writes a plugin's manifest. */
function declare(folder: string, manifest: object): void {
  mkdirSync(join(folder, '.svc-plugin'), { recursive: true });
  writeFileSync(join(folder, '.svc-plugin/plugin.json'), JSON.stringify(manifest));
}

interface Asked extends Partial<ScopeRequest> {
  readonly payload?: Payload;
  readonly env?: Env;
  readonly cwd?: string;
}

function scope({ payload, env = {}, cwd = base, ...request }: Asked) {
  const agent = request.agent ?? 'claude-code';
  const asked = {
    global: false,
    pluginPath: undefined,
    home: join(base, 'home'),
    ...request,
    agent,
  };
  const { plugins, ...rest } = hookScope(asked, {
    payload,
    dialect: dialectFor({ payload, env }, agent),
    env,
    cwd,
  });
  return { ...rest, plugins: plugins.map(({ name }) => name) };
}

function planned({ cwd = base }: Asked) {
  const asked = { global: false, pluginPath: undefined, home: join(base, 'home'), agent: 'codex' };
  const place = {
    payload: undefined,
    dialect: dialectFor({ payload: undefined, env: {} }, 'codex'),
    env: {},
    cwd,
  };
  return hookScope(asked, place).plugins.map(({ name, hooks }) => ({ name, hooks }));
}

describe('the project of an event', () => {
  it('is that of the folder where the session stands, or one above it', () => {
    const root = install('repo', ['acme/a']);
    mkdirSync(join(root, 'src/deep'), { recursive: true });
    for (const asked of [{ payload: { cwd: join(root, 'src/deep') } }, { cwd: root }]) {
      expect(scope(asked)).toMatchObject({ folder: root, plugins: ['acme/a'] });
    }
  });

  it('is not above the root of the repository', () => {
    writeFileSync(
      join(base, 'svc-lock.json'),
      JSON.stringify({ plugins: { 'acme/a': { hooks } } }),
    );
    expect(scope({ cwd: join(base, 'repo') })).toMatchObject({ plugins: [] });
  });

  it('stays the one that the agent was started for when the session wanders into a nested one', () => {
    const root = install('repo', ['acme/outer']);
    const inner = install('repo/packages/inner', ['acme/inner']);
    const payload = { hook_event_name: 'PreToolUse', cwd: inner };
    expect(scope({ payload, env: { CLAUDE_PROJECT_DIR: root } }).plugins).toEqual(['acme/outer']);
    expect(scope({ payload, env: { CLAUDE_PROJECT_DIR: inner } }).plugins).toEqual(['acme/inner']);
    expect(scope({ payload }).plugins).toEqual(['acme/inner']);
  });

  it('is not that of another agent from whose shell this one was started', () => {
    const root = install('repo', ['acme/outer']);
    const inner = install('repo/inner', ['acme/inner']);
    const payload = { hook_event_name: 'PreToolUse', cwd: inner };
    expect(scope({ agent: 'codex', payload, env: { CLAUDE_PROJECT_DIR: root } }).plugins).toEqual([
      'acme/inner',
    ]);
  });

  it('is the first of the open folders that has one', () => {
    const root = install('repo', ['acme/a']);
    mkdirSync(join(base, 'bare/.git'), { recursive: true });
    const payload = { conversation_id: 'c', workspace_roots: [join(base, 'bare'), root] };
    expect(scope({ agent: 'cursor', payload }).plugins).toEqual(['acme/a']);
  });
});

describe('the plugins of an event', () => {
  it('come in the order of their names, those without hooks left out', () => {
    install('repo', ['b/two', 'a/one']);
    expect(scope({ cwd: join(base, 'repo') }).plugins).toEqual(['a/one', 'b/two']);
  });

  it('that are not there after a clone are named, with what to do', () => {
    install('repo', ['acme/a'], { cloned: true });
    expect(scope({ cwd: join(base, 'repo') })).toMatchObject({
      plugins: [],
      notes: [expect.stringMatching(/acme\/a .*svc install/)],
    });
  });

  it('have the hooks of their own files, whatever the lock says of them', () => {
    const root = install('repo', ['acme/a', 'acme/b']);
    const evil = { PreToolUse: [{ hooks: [{ type: 'command', command: 'evil' }] }] };
    const lock = { plugins: { 'acme/a': { hooks: evil }, 'acme/b': { hooks: 'evil' } } };
    writeFileSync(join(root, 'svc-lock.json'), JSON.stringify(lock));
    expect(planned({ cwd: root })).toEqual([
      { name: 'acme/a', hooks },
      { name: 'acme/b', hooks },
    ]);
    declare(join(root, '.svc/plugins/acme/a'), { name: 'acme/a' });
    expect(planned({ cwd: root })[0]).toEqual({ name: 'acme/a', hooks: {} });
  });

  it('are read although an editor has put a byte order mark before a manifest', () => {
    const root = install('repo', ['acme/a']);
    writeFileSync(
      join(root, '.svc/plugins/acme/a/.svc-plugin/plugin.json'),
      `\uFEFF${JSON.stringify({ name: 'acme/a', hooks })}`,
    );
    expect(planned({ cwd: root })).toEqual([{ name: 'acme/a', hooks }]);
  });

  it('whose manifest cannot be read are named, and those of the others run', () => {
    const root = install('repo', ['acme/a', 'acme/b']);
    writeFileSync(join(root, '.svc/plugins/acme/a/.svc-plugin/plugin.json'), '{');
    const note = expect.stringMatching(
      /^the hooks of acme\/a do not run: .*plugin\.json cannot be read .*svc install/,
    );
    expect(scope({ cwd: root })).toMatchObject({ plugins: ['acme/b'], notes: [note] });
  });

  it('are nobody when a name leads out of the plugins folder', () => {
    writeFileSync(
      join(base, 'repo/svc-lock.json'),
      JSON.stringify({ plugins: { '../../etc': { hooks }, 'a/../b': { hooks } } }),
    );
    expect(scope({ cwd: join(base, 'repo') }).plugins).toEqual([]);
  });

  it('are not looked for in a pipe or a device that takes the place of the lock', () => {
    const file = join(base, 'repo/svc-lock.json');
    symlinkSync('/dev/zero', file);
    expect(() => scope({ cwd: join(base, 'repo') })).toThrow(
      /repo\/svc-lock\.json cannot be read \(it is not a file\)/,
    );
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect(() => scope({ cwd: join(base, 'repo') })).toThrow(/cannot be read \(it is not a file\)/);
    rmSync(file);
    writeFileSync(file, '');
    truncateSync(file, 33 * 1024 * 1024);
    expect(() => scope({ cwd: join(base, 'repo') })).toThrow(/more than 32 MiB/);
  });

  it('cannot be read from a damaged lock, whose file is named', () => {
    writeFileSync(join(base, 'repo/svc-lock.json'), '{');
    expect(() => scope({ cwd: join(base, 'repo') })).toThrow(
      /repo\/svc-lock\.json is not valid JSON/,
    );
  });

  it('of the user run whatever a repository says', () => {
    const root = install('repo', ['acme/guard'], { agents: ['claude-code'] });
    install('home', ['acme/guard']);
    expect(scope({ cwd: root, global: true }).plugins).toEqual(['acme/guard']);
    writeFileSync(join(root, 'svc-lock.json'), '{');
    expect(scope({ cwd: root, global: true }).plugins).toEqual(['acme/guard']);
  });

  it('may be one that is named by its folder', () => {
    const folder = join(base, 'repo/plugins/own/.svc-plugin');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ name: 'acme/own', hooks }));
    expect(scope({ cwd: join(base, 'repo'), pluginPath: 'plugins/own' }).plugins).toEqual([
      'acme/own',
    ]);
    expect(() => scope({ cwd: base, pluginPath: 'nowhere' })).toThrow(
      /nowhere\/\.svc-plugin\/plugin\.json cannot be read/,
    );
  });
});

describe('an agent that reads the files of another', () => {
  const copilot = { COPILOT_CLI: '1' };
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash' };
  const asked = { payload, env: copilot };

  it('runs its own entry, and that of the other stands aside', () => {
    const root = install('repo', ['acme/a'], { agents: ['claude-code', 'copilot'] });
    expect(scope({ ...asked, cwd: root })).toMatchObject({ plugins: [], leftTo: 'copilot' });
    expect(scope({ ...asked, cwd: root, agent: 'copilot' })).toMatchObject({
      plugins: ['acme/a'],
      leftTo: undefined,
    });
  });

  it('runs that of the other when it has none', () => {
    const root = install('repo', ['acme/a'], { agents: ['claude-code', 'copilot-vscode'] });
    expect(scope({ ...asked, cwd: root })).toMatchObject({
      plugins: ['acme/a'],
      leftTo: undefined,
    });
  });

  it('runs that of the other when its own is no longer in the file', () => {
    const root = install('repo', ['acme/a'], { agents: ['claude-code', 'copilot'] });
    rmSync(join(root, 'hooks.json'));
    expect(scope({ ...asked, cwd: root })).toMatchObject({
      plugins: ['acme/a'],
      leftTo: undefined,
    });
  });

  it('is not looked for in pipes and devices that a lock names', () => {
    const root = install('repo', ['acme/a'], { agents: ['claude-code'] });
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const lock = JSON.parse(readFileSync(join(root, 'svc-lock.json'), 'utf8')) as {
      written: object;
    };
    lock.written = { hooks: { '/dev/zero': {}, pipe: {}, '../nowhere': {} } };
    writeFileSync(join(root, 'svc-lock.json'), JSON.stringify(lock));
    expect(scope({ ...asked, cwd: root })).toMatchObject({
      plugins: ['acme/a'],
      leftTo: undefined,
    });
  });

  it('does not take a session of Claude Code that was started in its shell for one of its own', () => {
    const root = install('repo', ['acme/a'], { agents: ['claude-code', 'copilot'] });
    expect(
      scope({ payload, env: { ...copilot, CLAUDE_CODE_SESSION_ID: 's' }, cwd: root }).plugins,
    ).toEqual(['acme/a']);
  });

  it('may be Cursor, or Copilot in VS Code', () => {
    const root = install('repo', ['acme/a'], {
      agents: ['claude-code', 'cursor', 'copilot-vscode'],
    });
    expect(scope({ payload: { ...payload, cursor_version: '2' }, cwd: root }).leftTo).toBe(
      'cursor',
    );
    expect(scope({ payload: { ...payload, hookEventName: 'PreToolUse' }, cwd: root }).leftTo).toBe(
      'copilot-vscode',
    );
  });

  it('does not concern agents whose files nobody else reads', () => {
    const root = install('repo', ['acme/a'], { agents: ['codex', 'copilot'] });
    expect(scope({ ...asked, cwd: root, agent: 'codex' }).plugins).toEqual(['acme/a']);
  });
});
