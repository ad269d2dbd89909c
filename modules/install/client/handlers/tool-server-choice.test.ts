import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Ask } from 'svc-registry/kernel';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { VerifyHandler } from './verify.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

const agent = ['claude-code'];
const folder = (): Promise<string> =>
  project.plugin('own', { name: 'acme/own', skills: ['review'] });
const hasServer = async (): Promise<boolean> =>
  JSON.stringify(await project.state()).includes('mcp');
const choice = async (): Promise<unknown> => (await project.json('svc.json'))['toolServer'];
const differences = async (): Promise<readonly object[]> =>
  (await new VerifyHandler(project.tools).run({}, project.context)).differences;
const withServer = (): void => {
  project.context = testContext(project.root, {
    env: { ...project.context.env, SVC_URL: 'https://svc.example.com' },
  });
};

/** A person who answers the question about the tool server so, or as it is proposed. */
const person = (answer?: boolean): boolean[] => {
  const proposed: boolean[] = [];
  const ask = {
    interactive: true,
    confirm: ({ message, initial = false }: { message: string; initial?: boolean }) => {
      if (!message.includes('tools of svc')) return Promise.resolve(false);
      proposed.push(initial);
      return Promise.resolve(answer ?? initial);
    },
  } as unknown as Ask;
  project.context = testContext(project.root, { env: project.context.env, ask });
  return proposed;
};

describe('where nobody has chosen', () => {
  it('a folder brings no tool server, and a plugin of the registry does', async () => {
    await project.publish({ name: 'acme/tools', version: '1.0.0', skills: ['plan'] });
    await project.install([await folder()], { agent });
    expect([await hasServer(), await choice()]).toEqual([false, undefined]);
    await project.install(['acme/tools']);
    expect([await hasServer(), await choice()]).toEqual([true, undefined]);
    expect(await differences()).toEqual([]);
    await project.uninstall('acme/tools');
    expect(await hasServer()).toBe(false);
  });

  it('a frozen install and verify-install leave an entry that the lock has, and an install takes it out', async () => {
    await project.install([await folder()], { agent, toolServer: true });
    const chosen = await project.json('svc.json');
    await project.write('svc.json', JSON.stringify({ ...chosen, toolServer: undefined }));
    const before = await project.state();
    await project.install([], { frozenLockfile: true });
    expect(await project.state()).toEqual(before);
    expect(await differences()).toEqual([]);
    await project.install([]);
    expect(await hasServer()).toBe(false);
    expect(await differences()).toEqual([]);
  });
});

describe('svc init', () => {
  it.each([
    ['yes where a server is configured', withServer, true],
    ['no where none is', () => undefined, false],
  ])('proposes %s, asks once, and keeps the answer', async (_what, prepare, proposal) => {
    prepare();
    const proposed = person();
    await project.init({ agent });
    expect([proposed, await choice(), await hasServer()]).toEqual([[proposal], proposal, proposal]);
    await project.init();
    expect(proposed).toHaveLength(1);
  });

  it('asks nothing about it where no chosen agent could have it, or a flag has said it', async () => {
    const proposed = person(true);
    await project.init({ agent: ['openclaw'] }).catch(() => undefined);
    await project.init({ agent: ['agents'] });
    expect([proposed, await choice()]).toEqual([[], undefined]);
    await project.init({ agent, toolServer: false });
    expect([proposed, await choice(), await hasServer()]).toEqual([[], false, false]);
  });

  it('chooses it without a person where a server is configured, and else leaves it open', async () => {
    await project.init({ agent });
    expect([await choice(), await hasServer()]).toEqual([undefined, false]);
    withServer();
    await project.init({ yes: true });
    expect([await choice(), await hasServer()]).toEqual([true, true]);
  });
});

describe('the choice', () => {
  it('is changed by a command or by hand, and what agents read follows', async () => {
    await project.publish({ name: 'acme/tools', version: '1.0.0', skills: ['plan'] });
    await project.write('svc.json', '{\n  "x": 1,\n  "toolServer": false\n}\n');
    await project.install(['acme/tools'], { agent });
    expect(await hasServer()).toBe(false);
    await project.install([], { toolServer: true });
    expect([await choice(), await hasServer()]).toEqual([true, true]);
    expect(await project.read('svc.json')).toMatch(/^\{\n {2}"x": 1,\n {2}"toolServer": true,\n/);
    await project.init({ toolServer: false });
    expect([await choice(), await hasServer()]).toEqual([false, false]);
    await project.write('svc.json', (await project.read('svc.json')).replace('false', 'true'));
    expect((await differences()).length).toBeGreaterThan(0);
    await project.install([]);
    expect([await hasServer(), await differences()]).toEqual([true, []]);
    await project.uninstall(undefined, { all: true });
    expect(await hasServer()).toBe(false);
    expect(await project.json('svc.json')).toEqual({ x: 1 });
  });

  it('is refused in a frozen install, and with its position when it is no choice', async () => {
    await project.init({ agent });
    await expect(
      project.install([], { frozenLockfile: true, toolServer: false }),
    ).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('--no-tool-server'),
    });
    await project.write('svc.json', '{\n  "toolServer": "yes"\n}');
    await expect(project.install([])).rejects.toMatchObject({
      code: 'project_file_invalid',
      issues: [
        { file: 'svc.json', line: 2, field: 'toolServer', message: 'must be true or false' },
      ],
    });
  });
});
