import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../../contract/databases.js';
import { stateOf, visible } from '../../faults/harness/project-state.js';
import {
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from '../registry-server.js';
import { HoldingFront } from './holding-front.js';
import { openTools, type ToolClient } from './tool-client.js';
import { until } from '../../until.js';

describeOnSqlite('calls that take long', (database) => {
  let registry: RegistryServer;
  let front: Awaited<ReturnType<typeof HoldingFront.before>>;
  let tools: ToolClient;
  let repo: string;

  const publish = async (version: string): Promise<void> => {
    await registry.svc([
      'plugin',
      'publish',
      await writePlugin(join(registry.program.cwd, 'open'), {
        name: 'acme/open',
        version,
        private: false,
      }),
    ]);
  };

  /** Calls a tool, and gives the call up as soon as the server holds one of its requests. */
  async function giveUp(
    name: string,
    args: Readonly<Record<string, unknown>>,
    held: RegExp,
  ): Promise<void> {
    const controller = new AbortController();
    front.stopped.length = 0;
    front.held = held;
    const call = tools.call(name, args, { signal: controller.signal });
    const ended = expect(call).rejects.toThrow();
    expect(await until(() => front.stopped[0])).toMatch(held);
    controller.abort('enough');
    await ended;
    front.held = undefined;
  }

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    await publish('1.0.0');
    front = await HoldingFront.before(registry.server.origin);
    repo = await newRepository(registry.program, 'repo');
    // kept for the origin of the registry, and not sent to that of the front
    const kept = await readFile(join(registry.program.home, '.svc/credentials.json'), 'utf8');
    const { origins } = JSON.parse(kept) as { origins: Record<string, { token: string }> };
    const { token } = origins[registry.server.origin]!;
    tools = await openTools(registry.program, {
      cwd: repo,
      env: { SVC_URL: front.origin, SVC_TOKEN: token },
    });
  });

  afterEach(() => {
    front.held = undefined;
  });
  afterAll(async () => {
    await tools.close();
    await front.close();
    await registry.close();
  });

  it('an install that is given up leaves no project behind, and the next one works and tells how far it is', async () => {
    const before = visible(await stateOf(repo));
    await giveUp('install', { packageName: 'acme/open' }, /\/archive$/);
    expect(visible(await stateOf(repo))).toEqual(before);
    const steps: Progress[] = [];
    const installed = await withProgress('install', { packageName: 'acme/open@1.0.0' }, steps);
    expect(installed.structuredContent).toMatchObject({
      plugins: [{ name: 'acme/open', version: '1.0.0' }],
    });
    expect(steps.map(({ message }) => message)).toContain('Fetching acme/open (1 of 1)');
    expect(steps.map(({ progress }) => progress)).toEqual(steps.map((_, index) => index + 1));
  });

  it('an update that is given up leaves the version that was there', async () => {
    await publish('1.1.0');
    const before = visible(await stateOf(repo));
    await giveUp('update', { tiles: ['acme/open'] }, /\/archive$/);
    expect(visible(await stateOf(repo))).toEqual(before);
    const updated = await tools.call('update', { tiles: ['acme/open'] });
    expect(updated.structuredContent).toMatchObject({
      plugins: [{ version: '1.1.0', from: '1.0.0' }],
    });
  });

  it('a publish that is given up publishes nothing and changes no file', async () => {
    const folder = await writePlugin(join(repo, 'plugins/mine'), { name: 'acme/mine' });
    const before = await stateOf(folder);
    await giveUp('tile_publish', { path: 'plugins/mine' }, /^POST \/v1\/tiles/);
    expect(await stateOf(folder)).toEqual(before);
    expect(await registry.program.run(['install', 'acme/mine'], { cwd: repo })).toMatchObject({
      code: 4,
    });
    const steps: Progress[] = [];
    const published = await withProgress('tile_publish', { path: 'plugins/mine' }, steps);
    expect(published.structuredContent).toMatchObject({ plugin: 'acme/mine', version: '1.0.0' });
    expect(steps.map(({ message }) => message)).toContain('Publishing acme/mine@1.0.0');
  });

  it('one that is given up does not disturb another one', async () => {
    await writeFile(join(repo, 'untouched'), '');
    const others = giveUp('skill_publish', { path: 'plugins/mine' }, /^POST \/v1\/tiles/);
    expect((await tools.call('status')).structuredContent).toMatchObject({
      manifest: { summary: { upToDate: 1 } },
    });
    await others;
    expect((await tools.call('workspace_list')).structuredContent).toMatchObject({
      data: [{ name: 'acme' }],
    });
  });

  async function withProgress(
    name: string,
    args: Readonly<Record<string, unknown>>,
    steps: Progress[],
  ) {
    const own = await openTools(registry.program, { cwd: repo });
    try {
      return await own.call(name, args, { onprogress: (step) => steps.push(step) });
    } finally {
      await own.close();
    }
  }
});
