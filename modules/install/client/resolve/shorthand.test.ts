import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isSvcError, serverUnreachable, type Ask } from 'svc-registry/kernel';
import { GitServer } from '../../../../test/network/git-server.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { readShorthand } from './shorthand.js';

describe('a shorthand', () => {
  it.each([
    ['acme/tools', 'git:acme/tools', undefined, 'acme/tools'],
    ['Acme/Tools.js', 'git:Acme/Tools.js', undefined, undefined],
    ['acme/tools/skills/pdf', 'git:acme/tools/skills/pdf', undefined, undefined],
    ['acme/tools@pdf', 'git:acme/tools', 'pdf', 'acme/tools'],
    ['acme/tools/sub@pdf', 'git:acme/tools/sub', 'pdf', undefined],
    ['acme/tools@1.2.0', 'git:acme/tools#1.2.0', undefined, 'acme/tools'],
    ['acme/tools@abcdef1', 'git:acme/tools#abcdef1', undefined, 'acme/tools'],
    ['acme/tools@latest', 'git:acme/tools', undefined, 'acme/tools'],
    ['acme/tools#main', 'git:acme/tools#main', undefined, 'acme/tools'],
  ])('%s is %s', (text, ...[source, skill, plugin]) => {
    expect(readShorthand(text)).toEqual({ source, skill, plugin });
  });

  it.each([
    'acme',
    './acme/tools',
    'acme/..',
    'acme/../x',
    '-a/b',
    'a b/c',
    'acme/t@x#y',
    'a/b//c',
    'a\\b/c',
  ])('%s is none', (text) => {
    expect(readShorthand(text)).toBeUndefined();
  });
});

let server: GitServer;
let project: TestProject;
let questions: { message: string; initial: boolean | undefined }[];

beforeAll(async () => {
  server = await GitServer.start();
  const work = await server.create('acme/tools');
  const skill = (name: string) => `---\nname: ${name}\ndescription: Use for ${name}.\n---\n`;
  await work.commit({
    'skills/pdf/SKILL.md': skill('pdf'),
    'skills/xlsx/SKILL.md': skill('xlsx'),
    'more/docx/SKILL.md': skill('docx'),
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await TestProject.create();
  await mkdir(project.home, { recursive: true });
  const base = server.url('acme/tools').replace(/acme\/tools.*/, '');
  await writeFile(
    join(project.home, '.gitconfig'),
    `[url "${base}"]\n\tinsteadOf = https://git.acme.test/\n`,
  );
  questions = [];
  at();
});
afterEach(() => project.drop());

/** A terminal at which a person gives this answer; without an answer there is no terminal. */
const at = (answer?: boolean): void => {
  const env = {
    PATH: process.env['PATH'],
    HOME: project.home,
    GIT_CONFIG_NOSYSTEM: '1',
    SVC_GIT_HOST: 'git.acme.test',
  };
  const ask = {
    interactive: true,
    confirm: ({ message, initial }: { message: string; initial?: boolean }) => {
      questions.push({ message, initial });
      return Promise.resolve(answer);
    },
  } as unknown as Ask;
  project.context = testContext(project.root, { env, ...(answer !== undefined && { ask }) });
};
const installing = (source: string, more: object = {}) =>
  project.install([source], { agent: ['claude-code'], skill: ['pdf'], ...more });
const hintOf = (made: Promise<unknown>): Promise<unknown> =>
  made.then(
    () => 'installed',
    (error: unknown) => (isSvcError(error) ? [error.code, error.hint] : error),
  );
const command = (text: string, what = 'the repository git.acme.test/acme/tools') =>
  `If you mean ${what}: \`svc install ${text}\`.`;

describe('with nobody who says what is meant', () => {
  it.each([
    ['acme/tools', 'not_found', `Is the name right? ${command('git:acme/tools')}`],
    ['acme/tools@pdf', 'not_found', `Is the name right? ${command('git:acme/tools --skill pdf')}`],
    [
      'acme/tools/more',
      'source_invalid',
      command('git:acme/tools/more', 'the folder more of the repository git.acme.test/acme/tools'),
    ],
    [
      'Acme/Tools.js',
      'source_invalid',
      command('git:Acme/Tools.js', 'the repository git.acme.test/Acme/Tools.js'),
    ],
  ])('%s is an error with the command', async (source, code, hint) => {
    expect(await hintOf(installing(source))).toEqual([code, hint]);
    at(true);
    expect(await hintOf(installing(source, { yes: true }))).toEqual([code, hint]);
    expect(questions).toEqual([]);
    expect(Object.keys(await project.state())).not.toContain('svc.json');
  });

  it('an agent is told how to call its tool', async () => {
    at(true);
    expect(await hintOf(project.installPackage({ packageName: 'acme/tools@pdf' }))).toEqual([
      'not_found',
      'Is the name right? If you mean the repository git.acme.test/acme/tools, call `install` with `packageName` "git:acme/tools" and `skills` ["pdf"].',
    ]);
    expect(questions).toEqual([]);
  });

  it('what is no plugin of several is named, and a person who says no gets the same error', async () => {
    await project.publish({ name: 'acme/known', version: '1.0.0', skills: ['plan'] });
    at(false);
    expect(
      await hintOf(project.install(['acme/known', 'acme/tools'], { agent: ['claude-code'] })),
    ).toEqual(['not_found', `Is the name right? ${command('git:acme/tools')}`]);
    expect(questions).toHaveLength(1);
  });
});

describe('a person who agrees', () => {
  const plugins = async () =>
    Object.values((await project.json('svc.json'))['dependencies'] as Record<string, unknown>);

  it.each([
    [
      'acme/tools',
      /^There is no such plugin for you here\. Install the repository git\.acme\.test\/acme\/tools\?$/,
    ],
    ['acme/tools@pdf', /Install the skill pdf of the repository/],
    [
      'acme/tools/skills',
      /^That is not the name of a plugin\. Install the folder skills of the repository/,
    ],
  ])('gets the repository for %s', async (source, message) => {
    at(true);
    await installing(source, source.includes('@') ? { skill: undefined } : {});
    expect(questions[0]).toEqual({ message: expect.stringMatching(message), initial: false });
    expect(await plugins()).toEqual([
      expect.objectContaining({
        source: expect.stringContaining('https://git.acme.test/acme/tools.git'),
        include: { skills: ['pdf'] },
      }),
    ]);
  });

  it('is asked too where the registry cannot be reached', async () => {
    at(true);
    project.registry.latest = () =>
      Promise.reject(serverUnreachable({ url: 'https://svc.test', why: 'refused' }));
    await installing('acme/tools');
    expect(questions[0]?.message).toMatch(/^The registry cannot be reached\. Install the repo/);
    at();
    expect(await hintOf(installing('acme/tools'))).toEqual([
      'server_unreachable',
      expect.stringMatching(/^Is it running\?.* If you mean .*`svc install git:acme\/tools`\.$/),
    ]);
  });

  it('is not asked about a plugin that the registry has', async () => {
    await project.publish({ name: 'acme/tools', version: '1.0.0', skills: ['pdf'] });
    at(true);
    await installing('acme/tools');
    expect([questions, await plugins()]).toEqual([
      [],
      [expect.objectContaining({ version: '1.0.0' })],
    ]);
    expect(await hintOf(installing('acme/tools@pdf'))).toEqual([
      'source_invalid',
      'acme/tools is a plugin. For one of its skills: `svc install acme/tools --skill pdf`.',
    ]);
  });
});
