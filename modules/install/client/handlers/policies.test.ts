import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contribute, defineModule, type Ask } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import registryModule from '../../../registry/module.js';
import { installPlugins } from '../../contract/operations.js';
import {
  installPoliciesPoint,
  type InstallCandidate,
  type InstallPolicy,
  type PolicyFinding,
  type PolicyScope,
} from '../../contract/policies.js';
import install from '../../module.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';

let host: TestHost;
let project: TestProject;

/** What `acme/strange` is called, no module may install. */
class NothingStrange implements InstallPolicy {
  judge(candidates: readonly InstallCandidate[]): Promise<readonly PolicyFinding[]> {
    const strange = candidates.filter(({ name }) => name === 'acme/strange');
    return Promise.resolve(
      strange.map(({ name }) => ({
        name,
        level: 'block',
        rule: 'strangeness',
        message: 'It is strange.',
      })),
    );
  }
}

beforeAll(async () => {
  const bare = (id: string) => defineModule({ id, api: '^1.0.0', summary: id });
  const contributes = [
    contribute(installPoliciesPoint, 'rules', { summary: 'Nothing strange' }, () =>
      Promise.resolve(NothingStrange),
    ),
  ];
  const rules = defineModule({
    id: 'rules',
    api: '^1.0.0',
    summary: 'rules',
    requires: ['install'],
    contributes,
  });
  const modules = [
    bare('persistence'),
    bare('web'),
    bare('jobs'),
    bare('identity'),
    registryModule,
    install,
    rules,
  ];
  host = await startTestHost({ modules, facet: 'client' });
});
afterAll(() => host.stop());

beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

type Finding = Omit<PolicyFinding, 'name'>;

/** A policy that says something about some plugins, and remembers what it was asked. */
function policy(say: (candidate: InstallCandidate) => Finding | undefined): InstallCandidate[] {
  const asked: InstallCandidate[] = [];
  const judge: InstallPolicy['judge'] = (candidates) => {
    asked.push(...candidates);
    return Promise.resolve(
      candidates.flatMap((candidate) => {
        const finding = say(candidate);
        return finding === undefined ? [] : [{ name: candidate.name, ...finding }];
      }),
    );
  };
  project.policies.push({ judge });
  return asked;
}

const answering = (answer: boolean): Ask => ({
  ...project.context.ask,
  interactive: true,
  confirm: () => Promise.resolve(answer),
});
const untouched = { '.git': 'folder' };

describe('an install policy', () => {
  it('of any module is asked, and what it blocks no flag installs', async () => {
    const cwd = join(project.base, 'hosted');
    await mkdir(join(cwd, '.git'), { recursive: true });
    const [good, strange] = [
      await project.plugin('good', { name: 'acme/good' }),
      await project.plugin('strange', { name: 'acme/strange' }),
    ];
    const blocked = host.invoke(
      installPlugins,
      { source: [good, strange], acceptWarnings: true, yes: true },
      { cwd },
    );
    await expect(blocked).rejects.toMatchObject({
      code: 'policy_blocked',
      exit: 7,
      message: expect.stringContaining('It is strange.') as unknown,
    });
    await expect(host.invoke(installPlugins, { source: [good] }, { cwd })).resolves.toMatchObject({
      plugins: [{ name: 'acme/good' }],
    });
  });

  it('is asked only about what is fetched anew, with the source it comes from', async () => {
    await project.publish({ name: 'acme/tools' });
    const asked = policy(() => undefined);
    await project.install(['acme/tools', await project.plugin('own', { name: 'acme/own' })]);
    expect(asked).toEqual([
      { name: 'acme/tools', source: { kind: 'registry', version: '1.0.0' }, locked: false },
      {
        name: 'acme/own',
        source: { kind: 'file', folder: join(project.base, 'own') },
        locked: false,
      },
    ]);
    await project.install([]);
    expect(asked).toHaveLength(2);
  });

  it('that warns asks a person, who may say no', async () => {
    policy(() => ({ level: 'warn', rule: 'age', message: 'It is young.' }));
    const source = await project.plugin('own', { name: 'acme/own' });
    project.context = testContext(project.root, {
      env: project.context.env,
      ask: answering(false),
    });
    await expect(project.install([source], { agent: ['claude-code'] })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(await project.state()).toEqual(untouched);
    project.context = testContext(project.root, { env: project.context.env, ask: answering(true) });
    await expect(project.install([source], { agent: ['claude-code'] })).resolves.toMatchObject({
      plugins: [{ action: 'installed' }],
    });
    expect(project.context.warnings.join()).toContain('acme/own: It is young.');
  });

  it('that warns needs --accept-warnings where nobody can be asked', async () => {
    policy(() => ({ level: 'warn', rule: 'age', message: 'It is young.' }));
    const source = await project.plugin('own', { name: 'acme/own' });
    await expect(project.install([source])).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('--accept-warnings') as unknown,
    });
    expect(await project.state()).toEqual(untouched);
    await expect(project.install([source], { acceptWarnings: true })).resolves.toMatchObject({
      plugins: [{ action: 'installed' }],
    });
  });

  it('that finds a version too new has the older one installed, and says so', async () => {
    await project.publish({ name: 'acme/tools', version: '1.0.0' });
    await project.publish({ name: 'acme/tools', version: '1.1.0' });
    policy(({ source }) =>
      source.kind === 'registry' && source.version === '1.1.0'
        ? {
            level: 'warn',
            rule: 'age',
            message: 'It is younger than three days.',
            fallbackVersion: '1.0.0',
          }
        : undefined,
    );
    const change = await project.install(['acme/tools']);
    expect(change.plugins).toEqual([
      expect.objectContaining({ name: 'acme/tools', version: '1.0.0' }),
    ]);
    expect(project.context.notes.join()).toContain(
      'younger than three days. 1.0.0 is taken instead.',
    );
    expect((await project.json('svc.json'))['dependencies']).toEqual({
      'acme/tools': { version: '1.0.0' },
    });
    const strict = project.install(['acme/tools@1.1.0'], { strict: true, acceptWarnings: true });
    await expect(strict).rejects.toMatchObject({
      code: 'release_too_new',
      exit: 8,
      message: expect.stringContaining('younger') as unknown,
    });
  });

  describe('that finds a version too new which somebody named', () => {
    const named = ['acme/tools@1.1.0'];
    const inProject = () =>
      project.write(
        'svc.json',
        JSON.stringify({ dependencies: { 'acme/tools': { version: '1.1.0' } } }),
      );
    beforeEach(async () => {
      for (const version of ['0.9.0', '1.0.0', '1.1.0'])
        await project.publish({ name: 'acme/tools', version });
      await project.publish({ name: 'acme/other', version: '1.0.0' });
      await project.publish({ name: 'acme/other', version: '1.1.0' });
      policy(({ source }) =>
        source.kind === 'registry' && source.version === '1.1.0'
          ? {
              level: 'block',
              rule: 'age',
              message: 'It is younger than three days.',
              fallbackVersion: '1.0.0',
            }
          : undefined,
      );
    });
    const asking = (answer: boolean): string[] => {
      const questions: string[] = [];
      const confirm: Ask['confirm'] = ({ message }) => (
        questions.push(message),
        Promise.resolve(answer)
      );
      project.context = testContext(project.root, {
        env: project.context.env,
        ask: { ...answering(answer), confirm },
      });
      return questions;
    };

    it.each([
      ['on the command line', () => project.install(named)],
      ['on the command line, with --yes', () => project.install(named, { yes: true })],
      ['on the command line, beside another', () => project.install([...named, 'acme/other'])],
      [
        'to the tool',
        () => project.installPackage({ packageName: 'acme/tools@1.1.0', skills: [] }),
      ],
    ])(
      '%s, refuses it where nobody is asked, and names the one that is allowed',
      async (_where, run) => {
        await expect(run()).rejects.toMatchObject({
          code: 'release_too_new',
          exit: 8,
          message: expect.stringContaining('younger than three days') as unknown,
          hint: expect.stringContaining('acme/tools@1.0.0') as unknown,
          issues: [{ field: 'acme/tools' }],
        });
        expect(await project.state()).toEqual(untouched);
      },
    );

    it('in svc.json, refuses it too, and svc.json keeps its bytes', async () => {
      await inProject();
      const before = await project.state();
      await expect(project.install([])).rejects.toMatchObject({
        code: 'release_too_new',
        hint: expect.stringContaining('1.0.0') as unknown,
      });
      expect(await project.state()).toEqual(before);
    });

    it('offers the older one at a terminal, and takes no for an answer', async () => {
      const questions = asking(false);
      await expect(project.install(named, { agent: ['claude-code'] })).rejects.toMatchObject({
        code: 'cancelled',
      });
      expect(questions).toEqual(['acme/tools: It is younger than three days. Take 1.0.0 instead?']);
      expect(await project.state()).toEqual(untouched);
    });

    it('takes the older one at a terminal when a person agrees', async () => {
      await inProject();
      asking(true);
      expect((await project.install([], { agent: ['claude-code'] })).plugins).toMatchObject([
        { version: '1.0.0' },
      ]);
      expect((await project.json('svc.json'))['dependencies']).toEqual({
        'acme/tools': { version: '1.0.0' },
      });
    });
  });

  it('that finds an update too new takes nothing back that the project has', async () => {
    for (const version of ['1.0.0', '1.1.0'])
      await project.publish({ name: 'acme/tools', version });
    await project.install(['acme/tools@1.1.0']);
    await project.publish({ name: 'acme/tools', version: '1.2.0' });
    policy(({ source }) =>
      source.kind === 'registry' && source.version === '1.0.0'
        ? undefined
        : {
            level: 'block',
            rule: 'age',
            message: 'It is younger than three days.',
            fallbackVersion: '1.0.0',
          },
    );
    await project.update({ yes: true });
    expect((await project.json('svc.json'))['dependencies']).toEqual({
      'acme/tools': { version: '1.1.0' },
    });
  });

  it('that finds what the lock names too new blocks it: no flag lifts that, nothing is taken instead', async () => {
    for (const version of ['1.0.0', '1.1.0'])
      await project.publish({ name: 'acme/tools', version });
    await project.install(['acme/tools@1.1.0']);
    await project.setMode('managed');
    await rm(join(project.root, '.svc/plugins'), { recursive: true });
    const asked = policy(() => ({
      level: 'block',
      rule: 'age',
      message: 'It is younger than three days.',
      fallbackVersion: '1.0.0',
    }));
    await expect(project.install([], { acceptWarnings: true })).rejects.toMatchObject({
      code: 'policy_blocked',
      exit: 7,
      hint: expect.stringContaining('acme/tools@1.0.0 would be allowed') as unknown,
    });
    expect(asked).toMatchObject([{ locked: true }]);
    await expect(project.install([], { frozenLockfile: true })).rejects.toMatchObject({
      code: 'release_too_new',
      exit: 8,
    });
  });

  it('is told which project it is about', async () => {
    const scopes: PolicyScope[] = [];
    project.policies.push({
      judge: (_candidates, { scope }) => Promise.resolve([]).finally(() => scopes.push(scope)),
    });
    await project.write(
      'svc.json',
      JSON.stringify({ name: 'acme/site', mode: 'managed', dependencies: {} }),
    );
    await project.install([await project.plugin('own', { name: 'acme/own' })]);
    expect(scopes).toEqual([{ project: 'acme/site', mode: 'managed' }]);
  });

  it('that throws keeps everything from being installed', async () => {
    project.policies.push({
      judge: () => Promise.reject(new Error('the policy cannot be reached')),
    });
    const source = await project.plugin('own', { name: 'acme/own' });
    await expect(project.install([source], { acceptWarnings: true })).rejects.toThrow(
      'cannot be reached',
    );
    expect(await project.state()).toEqual(untouched);
  });
});
