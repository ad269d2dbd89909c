import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GitServer } from '../network/git-server.js';
import { openProgram, requireBuild, type Program } from './program.js';
import { until } from '../until.js';

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Use when ${name} is needed.\n---\n\nText\n`;

describe('installing from a git host', () => {
  let program: Program;
  let server: GitServer;
  let temporary: string;

  beforeAll(async () => {
    requireBuild();
    program = await openProgram();
    server = await GitServer.start();
    temporary = join(program.home, 'tmp');
    await mkdir(temporary);
    await mkdir(join(program.cwd, '.git'));
    await (
      await server.create('acme/tools')
    ).commit({ 'skills/pdf/SKILL.md': skill('pdf'), 'skills/xlsx/SKILL.md': skill('xlsx') });
    await server.create('acme/slow');
    server.refusals.set('acme/slow', 'hang');
  });
  afterAll(async () => {
    await server.close();
    await program.close();
  });

  const env = () => ({ TMPDIR: temporary });

  it('takes the skills that are named, and says what it did', async () => {
    const args = [
      'install',
      server.url('acme/tools'),
      '--skill',
      'pdf',
      '--agent',
      'claude-code',
      '--json',
    ];
    const { code, stdout, stderr } = await program.run(args, { env: env() });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.not.stringMatching(/error/i) as unknown,
    });
    expect(JSON.parse(stdout)).toMatchObject({
      plugins: [{ name: 'acme/tools', action: 'installed', skills: ['pdf'] }],
    });
    expect(await readFile(join(program.cwd, '.claude/skills/pdf/SKILL.md'), 'utf8')).toBe(
      skill('pdf'),
    );
    expect(await readdir(temporary)).toEqual([]);
  });

  it('says in words what is wrong with a misspelt repository', async () => {
    const { code, stderr } = await program.run(['install', server.url('acme/toolz')], {
      env: env(),
    });
    expect(code).toBe(4);
    expect(stderr).toMatch(/There is no repository .*acme\/toolz, or you may not read it/);
  });

  it('ends immediately on Ctrl+C while a host is silent, and leaves nothing behind', async () => {
    const started = program.start(['install', server.url('acme/slow')], { env: env() });
    await until(() => server.requests.some((request) => request.includes('acme/slow')));
    started.child.kill('SIGINT');
    const { code } = await started.finished;
    expect(code).not.toBe(0);
    expect(await readdir(temporary)).toEqual([]);
    const manifest = JSON.parse(await readFile(join(program.cwd, 'svc.json'), 'utf8')) as {
      dependencies: object;
    };
    expect(Object.keys(manifest.dependencies)).toEqual(['acme/tools']);
  });
});
