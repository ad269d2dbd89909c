import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { headlessCommand, interactiveCommand } from '../../launch/agents/command.js';
import { svcAgent } from './facts.js';
import { LaunchedAgent } from './launched-agent.js';

const agent = new LaunchedAgent();
const request = { prompt: 'Make tea.', promptFile: '/t/prompt.md', model: 'best' };

it('is started without a person, or in its own interface', () => {
  const guarded = 'agent --print --output json --permission-mode auto --model best';
  expect(headlessCommand(svcAgent, request)).toMatchObject({
    args: guarded.split(' '),
    input: 'Make tea.',
  });
  const yolo = guarded.replace('auto', 'yolo').split(' ');
  expect(headlessCommand(svcAgent, { ...request, yolo: true }).args).toEqual(yolo);
  expect(interactiveCommand(svcAgent, { ...request, prompt: '' }).args).toEqual(
    'agent --model best'.split(' '),
  );
  expect(interactiveCommand(svcAgent, request).args.slice(-2)).toEqual(['--message', 'Make tea.']);
});

it('answers with the text in the one document that it prints', () => {
  const text = 'All is done.\nSecond line.';
  const document = { exitCode: 0, sessionId: null, model: 'a/b', text, error: null, usage: null };
  expect(agent.answer(`${JSON.stringify(document, null, 2)}\n`)).toBe(text);
  for (const stdout of ['', '{', '[]', JSON.stringify({ ...document, text: null })])
    expect(agent.answer(stdout)).toBeUndefined();
});

describe('what it needs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'svc-test-')));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function writePackage(name: string, version: string): Promise<string> {
    const path = join(folder, name);
    await mkdir(path);
    const pi = { name: '@earendil-works/pi-coding-agent', version, bin: { pi: 'dist/cli.js' } };
    await writeFile(join(path, 'package.json'), JSON.stringify(pi));
    return path;
  }

  it('is the pi that is named', async () => {
    const pi = await writePackage('fit', '0.74.3');
    expect(await agent.needs({ env: { SVC_AGENT_PI: pi } })).toEqual({
      programs: [join(pi, 'dist/cli.js')],
      env: { SVC_AGENT_PI: pi },
    });
  });

  it('is reported where it is missing or unfit', async () => {
    const unfit = await writePackage('unfit', '0.75.0');
    await expect(agent.needs({ env: { SVC_AGENT_PI: unfit } })).rejects.toMatchObject({
      code: 'agent_version_unfit',
    });
    const none = { SVC_AGENT_PI: join(folder, 'none') };
    await expect(agent.needs({ env: none, cwd: folder })).rejects.toMatchObject({
      code: 'agent_not_installed',
      hint: expect.stringContaining('npm install -g @earendil-works/pi-coding-agent@0.74.2'),
    });
    await expect(agent.needs({ env: { PATH: folder } })).rejects.toMatchObject({
      code: 'agent_not_installed',
    });
  });
});
