/** A client that goes away takes all with it that was begun for it, and leaves no half behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openProgram, type Program } from '../e2e/program.js';
import { newRepository } from '../e2e/registry-server.js';
import { installTestModules } from '../e2e/test-modules.js';
import { openOddServer, type OddServer } from './harness/odd-server.js';
import { untilProcesses } from './harness/processes.js';
import { stateOf } from './harness/project-state.js';
import { call, hello, RawClient } from './harness/raw-client.js';

const STOPPED = 'told to stop\nput back\nmodule stopped\n';
const none = (pids: readonly number[]): boolean => pids.length === 0;

describe('the tool server, when its client goes away', () => {
  let program: Program;
  let silent: OddServer;

  beforeEach(async () => {
    silent = await openOddServer();
    program = await openProgram({ SVC_URL: silent.origin });
    await installTestModules(join(program.home, '.svc'), ['odd-tools']);
  });
  afterEach(async () => {
    await program.close();
    await silent.close();
  });

  /** A client in the middle of a call. */
  const waiting = async (): Promise<RawClient> => {
    const client = await RawClient.greeted(program);
    client.send(call(1, 'odd_wait'));
    await client.until((said) => said.some(({ method }) => method === 'notifications/progress'));
    client.take();
    return client;
  };

  it.each([
    ['ends stdin', ({ started }: RawClient) => void started.child.stdin?.end()],
    [
      'closes stdin in the middle of a message',
      ({ started }: RawClient) => void started.child.stdin?.end('{"jsonrpc":'),
    ],
    ['sends SIGTERM', ({ started }: RawClient) => void started.child.kill('SIGTERM')],
    ['sends SIGINT', ({ started }: RawClient) => void started.child.kill('SIGINT')],
    ['sends SIGHUP', ({ started }: RawClient) => void started.child.kill('SIGHUP')],
  ])('ends its calls and then itself when it %s', async (_how, go) => {
    const client = await waiting();
    go(client);
    expect(await client.started.finished).toMatchObject({ code: 0, stderr: STOPPED });
    expect(client.take()).toEqual([]);
  });

  it('notices that nobody reads its answers', async () => {
    const client = await waiting();
    client.started.child.stdout?.destroy();
    client.send({ jsonrpc: '2.0', id: 2, method: 'ping' });
    expect(await client.started.finished).toMatchObject({ code: 0, stderr: STOPPED });
  });

  it.each(['odd_wait', 'odd_answer_much'])(
    'ends with a client that is killed during %s',
    async (name) => {
      const messages = [hello(), call(1, name)]
        .map((message) => JSON.stringify(message))
        .join('\n');
      // reads nothing of what is answered
      const client = `
      const { spawn } = require('node:child_process');
      const server = spawn(process.execPath, [${JSON.stringify(program.svc)}, 'mcp', 'start'], { stdio: ['pipe', 'pipe', 'inherit'] });
      server.stdin.write(${JSON.stringify(`${messages}\n`)});
      server.stdout.once('readable', () => console.log('answered'));
      setInterval(() => undefined, 1000);
    `;
      const mark = program.home;
      const child = spawn(process.execPath, ['-e', client], {
        env: program.env,
        cwd: program.cwd,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      await once(child.stdout, 'data');
      expect(await untilProcesses(mark, (pids) => pids.length === 2)).toContain(child.pid);
      child.kill('SIGKILL');
      expect(await untilProcesses(mark, none)).toEqual([]);
    },
  );

  it.each([
    ['the registry', 'svc', () => 'acme/tools'],
    ['git', 'git', () => `git+${silent.origin}/tools.git`],
  ])('leaves no half of an install from %s, and no process', async (_what, agent, plugin) => {
    const project = await newRepository(program, 'project');
    await writeFile(join(project, 'svc.json'), '{"agents":["claude-code"],"dependencies":{}}\n');
    const before = await stateOf(project);
    const client = await RawClient.greeted(program, { cwd: project });
    client.send(call(1, 'install', { packageName: plugin() }));
    expect((await silent.untilAsked()).headers['user-agent']).toMatch(new RegExp(`^${agent}\\b`));
    client.started.child.stdin?.end();
    expect(await client.started.finished).toMatchObject({ code: 0 });
    expect(client.take().filter(({ id }) => id === 1)).toEqual([]);
    expect(await untilProcesses(program.home, none)).toEqual([]);
    expect(await stateOf(project)).toEqual(before);
  });
});
