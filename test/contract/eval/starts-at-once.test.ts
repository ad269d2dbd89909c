import { afterEach, expect, it } from '@jest/globals';
import { isSvcError } from 'svc-registry/kernel';
import { setPlan, viewCredits } from '../../../modules/billing/contract/operations.js';
import { listEvals, showEval } from '../../../modules/eval/contract/run-operations.js';
import { describeEachDatabase } from '../databases.js';
import { EvalHost } from './eval-host.js';
import { scenarioFiles, scored } from './scenario-cells.js';

const STARTS = 200;
const CELLS = 10;

describeEachDatabase('evaluations that start at once', (databases) => {
  let servers: EvalHost[];

  afterEach(async () => {
    for (const server of servers.toReversed()) await server.stop();
  });

  it('begin as long as there are credits, and not once more', async () => {
    const location = await databases.create();
    const host = await EvalHost.start(databases, { location });
    servers = [host];
    // one process owns a data folder of SQLite
    if (databases.engine === 'postgres')
      servers.push(await EvalHost.start(databases, { location, beside: host }));
    const plan = { organization: 'acme', credits: 2 * CELLS + 1 };
    await host.server.host.invoke(setPlan, plan);
    const bundle = await host.send(scenarioFiles('greet'));
    const starts = Array.from({ length: STARTS }, (_, at) =>
      servers[at % servers.length]!.begin({ bundle, force: true }).then(
        () => 'begun',
        (error: unknown) => (isSvcError(error) ? error.code : String(error)),
      ),
    );
    const codes = await Promise.all(starts);
    expect(codes.filter((code) => code === 'begun')).toHaveLength(CELLS);
    // on a slow machine the last ones may have waited too long for the database
    expect(['begun', 'credits_exhausted', 'database_busy']).toEqual(expect.arrayContaining(codes));
    const { data } = await host.invoke(listEvals, { workspace: 'tools', pageSize: 100 });
    expect(data).toHaveLength(CELLS);
    for (const { evalRunId } of data) await host.endAll(evalRunId, () => scored(1));
    expect(await host.invoke(viewCredits, { orgId: 'acme' })).toMatchObject({
      used: 2 * CELLS,
      reserved: 0,
    });
    expect((await host.invoke(showEval, { id: data[0]!.evalRunId })).status).toBe('completed');
  });
});
