import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Ask } from 'svc-registry/kernel';
import { makePlugin } from '../testing/make-plugin.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { InstallPackageHandler } from './install.js';
import { VerifyHandler } from './verify.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
  await project.plugin('outside', { name: 'acme/own', skills: ['plan'] });
});
afterEach(() => project.drop());

const cloned = (source = 'file:../outside') =>
  project.write(
    'svc.json',
    JSON.stringify({
      mode: 'managed',
      agents: ['agents'],
      dependencies: { 'acme/own': { source } },
    }),
  );
const refused = {
  code: 'folder_not_allowed',
  exit: 7,
  issues: [{ file: 'svc.json', field: 'acme/own' }],
};
const installed = { plugins: [{ name: 'acme/own' }] };
const forget = () => rm(join(project.root, '.svc/plugins'), { recursive: true });

/** Answers so, and remembers what it was asked. */
function asking(answer: boolean): string[] {
  const questions: string[] = [];
  const confirm: Ask['confirm'] = ({ message }) => {
    questions.push(message);
    return Promise.resolve(answer);
  };
  project.context = testContext(project.root, {
    env: project.context.env,
    ask: { ...project.context.ask, interactive: true, confirm },
  });
  return questions;
}

describe('a folder outside the repository that a cloned svc.json names', () => {
  it.each([
    ['svc install', () => project.install([])],
    ['svc install --yes', () => project.install([], { yes: true })],
    [
      'svc install of something else',
      async () => project.install([await project.plugin('other', { name: 'acme/other' })]),
    ],
    ['svc update --yes', () => project.update()],
    ['the tool `install`', () => project.installPackage({})],
  ])('is not read by %s where nobody is asked', async (_what, run) => {
    await cloned();
    const before = await project.state();
    await expect(run()).rejects.toMatchObject({
      ...refused,
      hint: expect.stringContaining(`svc install file:${project.base}/outside`),
    });
    expect(await project.state()).toEqual(before);
  });

  it('is not read by way of a link in the repository', async () => {
    await symlink(join(project.base, 'outside'), join(project.root, 'inside'));
    await cloned('file:inside');
    await expect(project.install([])).rejects.toMatchObject(refused);
  });

  it('is not looked at: one that is not there is refused alike', async () => {
    await cloned('file:../nowhere');
    await expect(project.install([])).rejects.toMatchObject(refused);
  });

  it('is asked about at a terminal, once, and a no is taken for an answer', async () => {
    await cloned();
    let questions = asking(false);
    await expect(project.install([])).rejects.toMatchObject({ code: 'cancelled' });
    expect(questions).toEqual([
      `svc.json takes acme/own from ${project.base}/outside, outside this repository. Read what is there and install it?`,
    ]);
    questions = asking(true);
    await expect(project.install([])).resolves.toMatchObject(installed);
    await forget();
    await expect(project.install([])).resolves.toMatchObject(installed);
    expect(questions).toHaveLength(1);
    // nor where nobody could be asked
    project.context = testContext(project.root, { env: project.context.env });
    await forget();
    await expect(project.install([], { frozenLockfile: true })).resolves.toMatchObject(installed);
    await forget();
    await expect(
      new VerifyHandler(project.tools).run({ repair: true }, project.context),
    ).resolves.toMatchObject({ differences: [] });
  });

  it('needs no question where a person names it, and none later', async () => {
    await cloned();
    await expect(project.install([`file:${project.base}/outside`])).resolves.toMatchObject(
      installed,
    );
    await forget();
    await expect(project.install([])).resolves.toMatchObject(installed);
    await expect(project.update()).resolves.toMatchObject(installed);
  });

  it('is read for the call alone when an agent names it', async () => {
    const may = () => Promise.resolve();
    const byAgent = { ...project.context, consent: { write: may, publish: may, goPublic: may } };
    const tool = new InstallPackageHandler(project.tools);
    await expect(
      tool.run({ packageName: `file:${project.base}/outside` }, byAgent),
    ).resolves.toMatchObject(installed);
    await forget();
    await expect(project.install([])).rejects.toMatchObject(refused);
  });

  it('needs no question with --allow-dir, which names it or a folder around it', async () => {
    await cloned();
    await expect(project.install([], { allowDir: ['../elsewhere'] })).rejects.toMatchObject(
      refused,
    );
    await expect(project.install([], { allowDir: ['..'] })).resolves.toMatchObject(installed);
  });

  it('is agreed to for one project only', async () => {
    await project.install([`file:${project.base}/outside`]);
    const copy = join(project.base, 'copy');
    await cp(project.root, copy, { recursive: true });
    await rm(join(copy, '.svc/plugins'), { recursive: true });
    await expect(project.installIn(copy)).rejects.toMatchObject({ code: 'folder_not_allowed' });
    expect(await readdir(join(project.base, 'svc-home/allowed-folders'))).toHaveLength(1);
  });

  it('is not read when its plugin is in place: nobody is asked', async () => {
    await project.install([`file:${project.base}/outside`]);
    await rm(join(project.base, 'svc-home'), { recursive: true });
    await expect(project.install([])).resolves.toMatchObject({
      plugins: [{ action: 'unchanged' }],
    });
  });
});

describe('a folder of the repository', () => {
  it('is read without a question, also for a project nested in it', async () => {
    await makePlugin(join(project.root, 'plugins/own'), { name: 'acme/own', skills: ['plan'] });
    const inner = join(project.root, 'packages/inner');
    await project.write(
      'packages/inner/svc.json',
      JSON.stringify({ dependencies: { 'acme/own': { source: 'file:../../plugins/own' } } }),
    );
    await expect(project.installIn(inner)).resolves.toMatchObject(installed);
  });

  it('ends at the project where the home folder is the repository', async () => {
    await rm(join(project.root, '.git'), { recursive: true });
    await mkdir(join(project.base, '.git'));
    await cloned();
    await expect(project.install([])).rejects.toMatchObject(refused);
  });
});

describe('the user’s own svc.json', () => {
  it('names folders without a question', async () => {
    await project.install([`file:${project.base}/outside`], { global: true, agent: ['agents'] });
    await rm(join(project.base, 'svc-home'), { recursive: true, force: true });
    await rm(join(project.home, '.svc/plugins'), { recursive: true });
    await expect(project.install([], { global: true })).resolves.toMatchObject(installed);
  });
});
