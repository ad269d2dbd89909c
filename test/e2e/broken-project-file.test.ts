import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { openProgram, type Program } from './program.js';

const TRAILING_COMMA = '{\n  "name": "x",\n  "dependencies": {},\n}\n';

/** Everything that reads svc.json. */
const READERS: readonly (readonly string[])[] = [
  ['init', '--yes'],
  ['install'],
  ['install', 'file:plugin'],
  ['install', '--frozen-lockfile'],
  ['install', '--watch-local'],
  ['uninstall', 'acme/tools'],
  ['uninstall', '--all'],
  ['update', '--yes'],
  ['outdated'],
  ['list'],
  ['status'],
  ['verify-install'],
  ['verify-install', '--repair'],
  [
    'plugin',
    'new',
    '--name',
    'acme/more',
    '--summary',
    'x',
    '--rules',
    'style',
    '--path',
    'more',
    '--install',
  ],
  ['project', 'create', '--workspace', 'acme', 'site'],
  ['project', 'link', '--workspace', 'acme'],
  ['project', 'repair', '--workspace', 'acme'],
  ['project', 'list'],
  ['search', 'tools'],
];

describe('a svc.json that other programs cannot read', () => {
  let program: Program;
  let cwd: string;

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
    cwd = join(program.cwd, 'project');
    await mkdir(cwd);
    execFileSync('git', ['init', '-q'], { cwd });
    await makePlugin(join(cwd, 'plugin'), { name: 'acme/tools', skills: ['ship'] });
    expect(
      await program.run(['install', 'file:plugin', '--agent', 'agents'], { cwd }),
    ).toMatchObject({ code: 0 });
  });
  afterAll(() => program.close());

  it.each(READERS.map((args) => [args.join(' '), args] as const))(
    'stops `svc %s`, with its place, and keeps its bytes',
    async (_line, args) => {
      await writeFile(join(cwd, 'svc.json'), TRAILING_COMMA);
      const { code, stderr } = await program.run(args, { cwd });
      expect({ code, stderr }).toEqual({
        code: 3,
        stderr: expect.stringMatching(/svc\.json:[34]:\d+/) as unknown,
      });
      expect(await readFile(join(cwd, 'svc.json'), 'utf8')).toBe(TRAILING_COMMA);
    },
  );

  it('is a finding of `svc doctor`', async () => {
    await writeFile(join(cwd, 'svc.json'), TRAILING_COMMA);
    const { code, stdout } = await program.run(['doctor'], { cwd });
    expect(code).toBe(8);
    expect(stdout).toContain('svc.json:3:21');
  });

  it('is refused for the user, too', async () => {
    await mkdir(join(program.home, '.svc'), { recursive: true });
    await writeFile(join(program.home, '.svc/svc.json'), TRAILING_COMMA);
    for (const command of ['install', 'list', 'status', 'verify-install', 'outdated']) {
      const { code, stderr } = await program.run([command, '--global'], { cwd });
      expect({ command, code, stderr }).toEqual({
        command,
        code: 3,
        stderr: expect.stringMatching(/svc\.json:[34]:\d+/) as unknown,
      });
    }
  });
});
