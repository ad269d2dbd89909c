import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentBehaviour, AgentSite } from '../../../contract/agents.js';
import { testAgents } from '../../testing/test-tools.js';
import { hookHash } from './codex-hooks.js';

let base: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'svc-trust-')));
  await mkdir(join(base, 'work/repo/app'), { recursive: true });
  await mkdir(join(base, 'home'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const all = { toolServers: true, hooks: true, skills: true, rules: true, subagents: [] };
const write = async (path: string, content: object | string): Promise<void> => {
  await mkdir(dirname(join(base, path)), { recursive: true });
  await writeFile(
    join(base, path),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
};

async function behaviour(id: string): Promise<AgentBehaviour> {
  const agent = testAgents().find(id);
  if (agent === undefined) throw new Error(id);
  return agent.behaviour();
}

async function trust(id: string, more: Partial<AgentSite> = {}): Promise<string[]> {
  const site: AgentSite = {
    root: join(base, 'work/repo/app'),
    scope: 'project',
    home: join(base, 'home'),
    env: {},
    wrote: all,
    ...more,
  };
  return (await (await behaviour(id)).trust(site)).map(({ state, step }) => `${state}: ${step}`);
}

describe('trust of Codex', () => {
  const config = (folder: string) =>
    write(
      'home/.codex/config.toml',
      `# mine\n[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n`,
    );
  const hooks = {
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [{ type: 'command', command: 'svc a', timeout: 30 }] },
      ],
    },
  };
  const hash = 'sha256:62513fc8321e770e3b008afc176afb8fda16290aa4748054afa5f8efc5447ae8';
  const untrusted =
    'untrusted: Codex ignores the tool servers and hooks of a folder that you have not trusted: start `codex` here and trust it, then review the hooks with `/hooks`.';
  const unreviewed =
    'untrusted: Codex runs no hook before you have reviewed it: start `codex` and enter `/hooks`.';
  const review = async (state: string): Promise<void> => {
    const key = JSON.stringify(join(base, 'work/repo/app/.codex/hooks.json:pre_tool_use:0:0'));
    await write(
      'home/.codex/config.toml',
      `[projects.${JSON.stringify(join(base, 'work/repo/app'))}]\ntrust_level = "trusted"\n[hooks.state.${key}]\n${state}\n`,
    );
  };

  it('is missing in a folder that nobody named', async () => {
    expect(await trust('codex')).toEqual([untrusted]);
    await config(join(base, 'work'));
    expect(await trust('codex')).toEqual([untrusted]);
    expect(await trust('codex', { wrote: { ...all, hooks: false } })).toEqual([
      'untrusted: Codex ignores the tool servers of a folder that you have not trusted: start `codex` here and trust it.',
    ]);
  });

  it('comes from the folder, the root of its repository, and the main one of a worktree', async () => {
    const without = { wrote: { ...all, hooks: false } };
    await config(join(base, 'work/repo/app'));
    expect(await trust('codex', without)).toEqual([expect.stringMatching(/^trusted/)]);
    await config(join(base, 'work/repo'));
    execFileSync('git', ['init', '-q', join(base, 'work/repo')]);
    expect(await trust('codex', without)).toEqual([expect.stringMatching(/^trusted/)]);
    await write('tree/.git', `gitdir: ${join(base, 'work/repo')}/.git/worktrees/tree\n`);
    expect(await trust('codex', { ...without, root: join(base, 'tree') })).toEqual([
      expect.stringMatching(/^trusted/),
    ]);
  });

  it('of hooks holds as long as they are what was reviewed', async () => {
    await write('work/repo/app/.codex/hooks.json', hooks);
    await review(`trusted_hash = "${hash}"`);
    expect(await trust('codex')).toEqual([expect.stringMatching(/^trusted/)]);
    await write('work/repo/app/.codex/hooks.json', JSON.stringify(hooks).replace('svc a', 'svc b'));
    expect(await trust('codex')).toEqual([unreviewed]);
    await review('enabled = false');
    expect(await trust('codex')).toEqual([expect.stringMatching(/^trusted/)]);
  });

  it('is known by the hashes that Codex 0.171 makes', () => {
    expect(hookHash('PreToolUse', { matcher: 'Bash' }, { command: 'svc a', timeout: 30 })).toBe(
      hash,
    );
  });

  it('is needed for hooks of the user too, and for nothing else of theirs', async () => {
    await write('home/.codex/hooks.json', hooks);
    expect(await trust('codex', { scope: 'user' })).toEqual([unreviewed]);
    expect(await trust('codex', { scope: 'user', wrote: { ...all, hooks: false } })).toEqual([]);
  });

  it('is looked up where CODEX_HOME says', async () => {
    await write(
      'elsewhere/config.toml',
      `[projects.${JSON.stringify(join(base, 'work/repo/app'))}]\ntrust_level = "trusted"\n`,
    );
    expect(await trust('codex', { env: { CODEX_HOME: join(base, 'elsewhere') } })).toEqual([
      unreviewed.replace('untrusted', 'trusted'),
    ]);
  });

  it('is unknown where its file makes no sense', async () => {
    await write('home/.codex/config.toml', '[[[');
    expect(await trust('codex')).toEqual([expect.stringMatching(/^unknown/)]);
  });
});

describe('trust of Gemini CLI', () => {
  const folders = (content: object | string) => write('home/.gemini/trustedFolders.json', content);

  it('is missing in a folder that nobody named', async () => {
    expect(await trust('gemini')).toEqual([
      'untrusted: Gemini CLI ignores the tool servers, hooks and sub-agents of a folder that you have not trusted: start `gemini` here and trust it.',
    ]);
  });

  it.each([
    ['the folder itself', { 'work/repo/app': 'TRUST_FOLDER' }, /^trusted/],
    ['a folder further up', { work: 'TRUST_FOLDER' }, /^trusted/],
    ['the parent of a folder beside it', { 'work/repo/other': 'TRUST_PARENT' }, /^trusted/],
    ['a folder below it', { 'work/repo/app/src': 'TRUST_FOLDER' }, /^untrusted/],
    ['a folder that is called alike', { 'work/repo/ap': 'TRUST_FOLDER' }, /^untrusted/],
    [
      'the nearest that says otherwise',
      { work: 'TRUST_FOLDER', 'work/repo': 'DO_NOT_TRUST' },
      /^untrusted: .*you chose not to trust/,
    ],
  ])('comes from %s', async (_what, levels, answer) => {
    await folders(
      Object.fromEntries(
        Object.entries(levels).map(([folder, level]) => [join(base, folder), level]),
      ),
    );
    expect(await trust('gemini')).toEqual([expect.stringMatching(answer)]);
  });

  it('is not asked for where its settings say so', async () => {
    await write(
      'home/.gemini/settings.json',
      '{ "security": { "folderTrust": { "enabled": false, } } } // mine',
    );
    expect(await trust('gemini')).toEqual([expect.stringMatching(/^trusted/)]);
  });

  it('is given and refused by a variable', async () => {
    expect(await trust('gemini', { env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } })).toEqual([
      expect.stringMatching(/^trusted/),
    ]);
    expect(await trust('gemini', { env: { GEMINI_CLI_TRUST_WORKSPACE: 'false' } })).toEqual([
      expect.stringMatching(/^untrusted/),
    ]);
  });

  it('is unknown where its file makes no sense', async () => {
    await folders('{');
    expect(await trust('gemini')).toEqual([expect.stringMatching(/^unknown/)]);
  });

  it('is asked for each sub-agent of the project, and again when its file has changed', async () => {
    const wrote = { ...all, subagents: ['brewer', 'gone'] };
    expect(await trust('gemini', { wrote })).toEqual([
      expect.stringMatching(/^untrusted: .* and trust it, and acknowledge its sub-agents\.$/),
    ]);
    await folders({ [join(base, 'work')]: 'TRUST_FOLDER' });
    await write('work/repo/app/.gemini/agents/brewer.md', 'Taste it.');
    const asked =
      'untrusted: Gemini CLI passes over sub-agents that you have not acknowledged: start `gemini` here and agree to brewer.';
    expect((await trust('gemini', { wrote })).slice(1)).toEqual([asked]);
    await write('home/.gemini/acknowledgments/agents.json', {
      [join(base, 'work/repo/app')]: {
        brewer: createHash('sha256').update('Taste it.').digest('hex'),
      },
    });
    expect((await trust('gemini', { wrote })).slice(1)).toEqual([]);
    await write('work/repo/app/.gemini/agents/brewer.md', 'Taste it twice.');
    expect((await trust('gemini', { wrote })).slice(1)).toEqual([asked]);
    await write('home/.gemini/acknowledgments/agents.json', '{');
    expect((await trust('gemini', { wrote })).slice(1)).toEqual([
      expect.stringMatching(/^unknown/),
    ]);
  });

  it('is needed neither for skills and rules nor for what is the user’s own', async () => {
    expect(await trust('gemini', { wrote: { ...all, toolServers: false, hooks: false } })).toEqual(
      [],
    );
    expect(await trust('gemini', { scope: 'user' })).toEqual([]);
  });
});

describe('trust of Copilot CLI', () => {
  it.each([
    ['nothing', [], /^untrusted: GitHub Copilot CLI ignores .* start `copilot` here/],
    ['the folder itself', ['work/repo/app'], /^trusted/],
    ['a folder further up', ['work'], /^trusted/],
    ['a link to one', ['link'], /^trusted/],
    ['a folder below it', ['work/repo/app/src'], /^untrusted/],
  ])('comes from %s', async (_what, folders, answer) => {
    await symlink(join(base, 'work'), join(base, 'link'));
    const trusted = JSON.stringify({ trustedFolders: folders.map((folder) => join(base, folder)) });
    await write('home/.copilot/config.json', `// This file is managed automatically.\n${trusted}`);
    expect(await trust('copilot')).toEqual([expect.stringMatching(answer)]);
  });

  it('is given by a variable', async () => {
    expect(await trust('copilot', { env: { COPILOT_ALLOW_ALL: 'true' } })).toEqual([
      expect.stringMatching(/^trusted/),
    ]);
  });
});

describe('trust of other agents', () => {
  it.each([
    ['cursor', [/^unknown: Cursor starts a new tool server once you allow it/]],
    ['copilot-vscode', [/^unknown: VS Code/]],
    ['antigravity', [/^unknown: Antigravity/]],
    ['openhands', [/^unknown: OpenHands/]],
    ['claude-code', []],
    ['openclaw', []],
    ['agents', []],
    ['svc-agent', []],
  ])('of %s', async (id, answers) => {
    expect(await trust(id)).toEqual(answers.map((answer) => expect.stringMatching(answer)));
    const nothing = { ...all, toolServers: false, hooks: false };
    expect(await trust(id, { wrote: nothing })).toEqual([]);
  });
});
