import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { defineModule } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { viewWorkspace, whoAmI } from '../../modules/identity/contract/index.js';
import { viewTile } from '../../modules/registry/contract/index.js';

const mine = defineModule({
  id: 'mine',
  api: '^1.0.0',
  summary: 'Under test',
  requires: ['identity', 'jobs'],
});

describe('a test host', () => {
  it('adds what its modules require, and makes an organization with people in every role', () =>
    startTestHost(
      { modules: [mine], organization: 'acme', plugins: [{ name: 'acme/tools', private: true }] },
      async ({ invoke, people, workspace, publish, runBackground }) => {
        expect(await people.member.invoke(viewWorkspace, { id: 'acme' })).toMatchObject({
          id: workspace.id,
        });
        expect(await people.owner.invoke(whoAmI, {})).toMatchObject({
          user: { email: 'owner@example.com' },
        });
        const tools = { workspace: 'acme', tile: 'tools' };
        expect(await people.admin.invoke(viewTile, tools)).toMatchObject({ name: 'acme/tools' });
        const hidden = { code: 'not_found' };
        await expect(people.outsider.invoke(viewTile, tools)).rejects.toMatchObject(hidden);
        expect(await publish({ version: '2.0.0' })).toMatchObject({ version: '2.0.0' });
        await expect(invoke(whoAmI, {})).rejects.toMatchObject({ code: 'sign_in_required' });
        expect(await runBackground()).toBe(0);
      },
    ));

  it('stops when the test fails, and passes the failure on', async () => {
    let seen: TestHost | undefined;
    const failing = startTestHost({ modules: [mine] }, (host) => {
      seen = host;
      return Promise.reject(new Error('not equal'));
    });
    await expect(failing).rejects.toThrow('not equal');
    expect(existsSync(seen!.home)).toBe(false);
    await expect(seen!.kernel.services('mine')).rejects.toThrow();
  });
});
