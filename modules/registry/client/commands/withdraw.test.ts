import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { defineModule, type AnyOperation, type Ask } from 'svc-registry/kernel';
import { archivePlugin, unarchivePlugin, unpublishPlugin } from '../../contract/plugin-commands.js';
import { pluginCommands } from '../../plugin-commands.js';

const registry = defineModule({
  id: 'registry',
  api: '^1.0.0',
  summary: 'Commands',
  operations: pluginCommands,
});
const asked: string[] = [];
const no: Partial<Ask> = {
  interactive: true,
  confirm: ({ message }) => {
    asked.push(message);
    return Promise.resolve(false);
  },
};
let host: TestHost;

async function start(ask?: Partial<Ask>): Promise<void> {
  host = await startTestHost({
    facet: 'client',
    modules: [registry],
    ...(ask && { ask: ask as Ask }),
  });
}
beforeEach(() => {
  asked.length = 0;
});
afterEach(() => host.stop());

// none of these comes as far as a server: there is none
describe('taking something out of use', () => {
  it.each<[AnyOperation, string]>([
    [
      archivePlugin,
      'Archive acme/tools@1.0.0? It can no longer be newly installed; projects that have it keep it.',
    ],
    [
      unpublishPlugin,
      'Unpublish acme/tools@1.0.0 for good? Projects can no longer download it, and its number is never used again.',
    ],
  ])('is asked about first: $id', async ({ id }, question) => {
    await start(no);
    await expect(host.invoke(id, { plugin: 'acme/tools@1.0.0' })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(asked).toEqual([question]);
  });

  it.each([archivePlugin, unpublishPlugin])(
    'needs --yes where nobody can be asked: $id',
    async ({ id }) => {
      await start();
      await expect(host.invoke(id, { plugin: 'acme/tools@1.0.0' })).rejects.toMatchObject({
        exit: 2,
        hint: expect.stringContaining('--yes'),
      });
    },
  );

  it.each([
    ['tools', {}],
    ['acme/tools@', {}],
    ['Acme/tools@1.0.0', {}],
    ['acme/tools/x', {}],
    ['acme/tools', {}],
    ['acme/tools@1.0.0', { all: true }],
  ])('takes nothing back for %j %j', async (plugin, more) => {
    await start(no);
    await expect(
      host.invoke(unpublishPlugin, { plugin, yes: true, ...more }),
    ).rejects.toMatchObject({ code: 'usage' });
    expect(asked).toEqual([]);
  });

  it.each(['tools', 'acme/tools@', '@1.0.0'])(
    'archives and restores nothing for %j',
    async (plugin) => {
      await start(no);
      for (const call of [
        host.invoke(archivePlugin, { plugin, yes: true }),
        host.invoke(unarchivePlugin, { plugin }),
      ])
        await expect(call).rejects.toMatchObject({ code: 'usage' });
    },
  );
});
