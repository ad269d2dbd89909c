import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { ProjectChange } from '../../contract/results.js';
import { TestProject } from '../testing/test-project.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
  await publish('1.0.0', { stop: 'true', port: '1', script: 'one' });
});
afterEach(() => project.drop());

async function publish(
  version: string,
  { stop, port, script }: Record<'stop' | 'port' | 'script', string>,
): Promise<void> {
  const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }];
  const hooks = { SessionStart: hook('true'), Stop: hook(stop) };
  const files = {
    '.mcp.json': JSON.stringify({
      mcpServers: { db: { type: 'stdio', command: 'db', args: [port] } },
    }),
    'bin/run': `#!/bin/sh\n# ${script}\n`,
  };
  await project.publish({ name: 'acme/x', version, manifest: { hooks }, files });
}

const brought = ({ plugins }: ProjectChange): readonly string[] =>
  plugins.flatMap(({ brings }) =>
    brings.map(({ kind, name, runs, change }) => `${change} ${kind} ${name} ${runs ?? ''}`.trim()),
  );

const all = (change: string) => [
  `${change} hook SessionStart true`,
  `${change} hook Stop true`,
  `${change} tool-server db db 1`,
  `${change} script bin/run`,
];

it('an install tells what a plugin brings when its files come, with what is new or changed', async () => {
  expect(brought(await project.install(['acme/x'], { agent: ['claude-code'] }))).toEqual(
    all('new'),
  );
  expect(brought(await project.install([]))).toEqual([]);
  await publish('1.1.0', { stop: 'false', port: '1', script: 'two' });
  expect(brought(await project.update({ yes: true }))).toEqual([
    'same hook SessionStart true',
    'changed hook Stop false',
    'same tool-server db db 1',
    'changed script bin/run',
  ]);
  expect(brought(await project.uninstall('acme/x'))).toEqual([]);
});

it('all is new to a machine after a clone, and nothing where a changed plugin is restored', async () => {
  await project.install(['acme/x'], { agent: ['claude-code'] });
  await project.write('.svc/plugins/acme/x/bin/run', 'mine');
  expect(brought(await project.install([]))).toEqual(all('same'));
  await project.setMode('managed');
  await rm(join(project.root, '.svc/plugins'), { recursive: true });
  expect(brought(await project.install([], { frozenLockfile: true }))).toEqual(all('new'));
});

it('the answer of the tool holds it too', async () => {
  expect(brought(await project.installPackage({ packageName: 'acme/x' }))).toEqual(all('new'));
});
