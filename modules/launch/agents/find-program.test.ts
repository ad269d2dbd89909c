import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { claudeCode } from './facts/claude-code.js';
import { scripted } from './facts/scripted.js';
import { findProgram } from './find-program.js';
import { assertKeys } from './keys.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-programs-'));
const [first, second] = [join(folder, 'first'), join(folder, 'second')];
mkdirSync(join(first, 'folder'), { recursive: true });
mkdirSync(second);
writeFileSync(join(first, 'claude'), 'not executable');
for (const name of ['claude', 'agent', 'folder']) {
  writeFileSync(join(second, name), '#!/bin/sh\n');
  chmodSync(join(second, name), 0o755);
}
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const path = ['', join(folder, 'none'), first, second].join(delimiter);

describe('a program on PATH', () => {
  it.each([
    [['claude'], 'claude'],
    [['cursor-agent', 'agent'], 'agent'],
    [['folder'], 'folder'],
  ])('%j is found where it can be run', async (names, found) => {
    expect(await findProgram(names, path)).toBe(join(second, found));
  });

  it('does not count in a relative folder', async () => {
    const relativePath = relative(process.cwd(), second);
    expect(await findProgram(['claude'], ['', '.', relativePath].join(delimiter))).toBeUndefined();
  });

  it('is none without a file that can be run', async () => {
    expect(await findProgram(['codex'], path)).toBeUndefined();
    expect(await findProgram(['claude'], undefined)).toBeUndefined();
  });
});

describe('the keys of an agent', () => {
  it('may be in any of the variables, or show in a file of the home folder', async () => {
    await assertKeys(claudeCode, { ANTHROPIC_AUTH_TOKEN: 'x' }, folder);
    await assertKeys(scripted, {}, folder);
    writeFileSync(join(second, '.claude.json'), '{}');
    await assertKeys(claudeCode, {}, second);
  });

  it('are missing otherwise, and the error names the variables', async () => {
    await expect(assertKeys(claudeCode, { ANTHROPIC_API_KEY: '' }, folder)).rejects.toMatchObject({
      code: 'agent_key_missing',
      message:
        'Claude Code has no key for its model: none of ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN, CLAUDE_CODE_OAUTH_TOKEN is set.',
      hint: 'Set ANTHROPIC_API_KEY to your key, or sign in with `claude` once.',
    });
  });
});
