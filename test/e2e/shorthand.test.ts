import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { GitServer } from '../network/git-server.js';
import { openProgram, type Finished, type Program } from './program.js';
import { newRepository } from './registry-server.js';
import { atTerminal, keys, onTerminals } from './terminal.js';

const SKILL = '---\nname: pdf\ndescription: Use when pdf is needed.\n---\n\nText\n';

describe('`svc install <owner>/<repo>` at a terminal', () => {
  let program: Program;
  let git: GitServer;

  beforeAll(async () => {
    git = await GitServer.start();
    // no registry listens there
    program = await openProgram({
      SVC_URL: 'http://127.0.0.1:9',
      SVC_GIT_HOST: 'git.acme.test',
    });
    await writeFile(
      join(program.home, '.gitconfig'),
      `[url "${git.origin}/"]\n\tinsteadOf = https://git.acme.test/\n`,
    );
    await (await git.create('acme/tools')).commit({ 'skills/pdf/SKILL.md': SKILL });
  });
  afterAll(async () => {
    await program.close();
    await git.close();
  });

  const answered = (cwd: string, answer: string): Promise<Finished> =>
    atTerminal(program, ['install', 'acme/tools', '--skill', 'pdf', '--agent', 'claude-code'], {
      cwd,
      columns: 200,
      answers: [['Install the repository git.acme.test/acme/tools?', answer]],
    });

  onTerminals('asks whether a repository is meant, and asks no git host before', async () => {
    const cwd = await newRepository(program, 'no');
    const { code, stdout } = await answered(cwd, keys.enter);
    expect({ code, stdout }).toMatchObject({
      code: 6,
      stdout: expect.stringContaining('`svc install git:acme/tools`'),
    });
    expect(git.requests).toEqual([]);
    await expect(readFile(join(cwd, 'svc.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  onTerminals('installs the repository of somebody who agrees', async () => {
    const cwd = await newRepository(program, 'yes');
    expect(await answered(cwd, 'y')).toMatchObject({ code: 0 });
    expect(await readFile(join(cwd, '.claude/skills/pdf/SKILL.md'), 'utf8')).toBe(SKILL);
    const { dependencies } = JSON.parse(await readFile(join(cwd, 'svc.json'), 'utf8')) as {
      dependencies: object;
    };
    expect(dependencies).toMatchObject({
      'acme/tools': { source: 'https://git.acme.test/acme/tools.git' },
    });
  });
});
