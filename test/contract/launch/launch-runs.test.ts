import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { deleteWorkspace } from '../../../modules/identity/contract/operations/workspaces.js';
import { cancelLaunch, startLaunch } from '../../../modules/launch/contract/launch-operations.js';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { describeEachDatabase } from '../databases.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';

const OWN = ['persistence', 'web', 'identity'];
const modules = (await builtInModules()).filter(({ id }) => !OWN.includes(id));

describeEachDatabase('launches', (databases) => {
  let server: IdentityServer;
  let admin: string;

  beforeEach(async () => {
    server = await startIdentity(databases, { modules });
    admin = await server.firstAdmin('admin@example.com', 'acme');
    await server.newWorkspace(admin, 'tools');
  });
  afterEach(() => server.stop());

  it('keep their workspace from being deleted until they have ended', async () => {
    const asked = { workspace: 'tools', skill: 'file:demo', repo: 'acme/shop', agent: 'scripted' };
    const { launchRunId: id } = await server.invoke(startLaunch, asked, admin);
    await expect(server.invoke(deleteWorkspace, { id: 'tools' }, admin)).rejects.toMatchObject({
      code: 'workspace_not_empty',
      message: expect.stringContaining('1 launch that has not ended'),
    });
    await server.invoke(cancelLaunch, { id }, admin);
    await server.invoke(deleteWorkspace, { id: 'tools' }, admin);
  });
});
