import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { SetPolicyInput } from '../../modules/policy/contract/dto/policy.js';
import { deletePolicy, setPolicy, viewPolicy } from '../../modules/policy/contract/operations.js';
import install from '../../modules/install/module.js';
import jobs from '../../modules/jobs/module.js';
import policy from '../../modules/policy/module.js';
import registry from '../../modules/registry/module.js';
import { describeEachDatabase } from './databases.js';
import { startIdentity, type IdentityServer } from './identity-server.js';

describeEachDatabase('policies that several people change', (database) => {
  let server: IdentityServer;
  let admin: string;

  beforeAll(async () => {
    server = await startIdentity(database, { modules: [jobs, registry, install, policy] });
    admin = await server.firstAdmin('admin@example.com', 'acme');
    await server.newWorkspace(admin, 'tools');
  });
  afterAll(() => server.stop());

  const set = (days: number, since: Pick<SetPolicyInput, 'unchangedSince'> = {}) => {
    const installPolicy = { version: 1, rules: { minimumReleaseAge: { days } } };
    return server.invoke(
      setPolicy,
      { targetType: 'workspace', targetId: 'tools', installPolicy, ...since },
      admin,
    );
  };
  const stale = { code: 'stale_state', status: 409, exit: 5 };

  it('are not replaced by somebody who has seen an older state, nor by two at once', async () => {
    const { updatedAt } = await set(1, { unchangedSince: null });
    await expect(set(2, { unchangedSince: null })).rejects.toMatchObject(stale);
    server.later(1);
    const outcomes = await Promise.allSettled(
      [2, 3].map((days) => set(days, { unchangedSince: updatedAt })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: stale });
    await expect(set(4, { unchangedSince: updatedAt })).rejects.toMatchObject(stale);
    await expect(set(5)).resolves.toMatchObject({
      installPolicy: { rules: { minimumReleaseAge: { days: 5 } } },
    });
  });

  it('are not removed by somebody who has seen an older state, and once by who sends it twice', async () => {
    const target = { targetType: 'workspace', targetId: 'tools' };
    server.later(1);
    const { updatedAt: seen } = await set(1);
    server.later(1);
    const { updatedAt } = await set(2);
    const remove = (unchangedSince: string) =>
      server.invoke(deletePolicy, { ...target, unchangedSince }, admin);
    await expect(remove(seen!)).rejects.toMatchObject(stale);
    expect(await server.invoke(viewPolicy, target, admin)).toMatchObject({ updatedAt });
    await remove(updatedAt!);
    await remove(updatedAt!);
    expect(await server.invoke(viewPolicy, target, admin)).toMatchObject({ updatedAt: null });
    await expect(set(3, { unchangedSince: updatedAt! })).rejects.toMatchObject(stale);
  });
});
