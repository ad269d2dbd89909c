import { afterAll, beforeAll, expect } from '@jest/globals';
import { listLaunches } from '../../../modules/launch/contract/launch-operations.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { PASSWORD } from '../identity-server.js';
import { Browser, csrfIn, type Seen } from '../web/browser.js';
import { startHttp, type HttpHost } from '../web/http-host.js';
import { startSchedules, type ScheduleWorld } from './world.js';

describeEachDatabase('a form of a schedule that is sent twice', (databases) => {
  const it = itInTurn(databases);
  let world: ScheduleWorld;
  let http: HttpHost;
  let admin: Browser;

  beforeAll(async () => {
    world = await startSchedules(databases);
    http = await startHttp(world.host.kernel);
    admin = new Browser(http.origin);
    await admin.submit('/sign-in', { email: 'admin@example.com', password: PASSWORD });
  });
  afterAll(async () => {
    http.close();
    await world.stop();
  });

  const twice = async (page: string, form: Readonly<Record<string, string>>) => {
    const answers: Seen[] = [];
    for (let clicks = 0; clicks < 2; clicks++) answers.push(await admin.post(page, form));
    return answers.map(({ status, headers }) => [status, headers.get('location')]);
  };

  it('launches once, and leads to that launch', async () => {
    const page = `/schedules/${await world.create()}`;
    const seen = await admin.get(page);
    const key = /name="idempotency-key" value="([\w-]{36})"/.exec(seen.html)![1]!;
    const form = { csrf: csrfIn(seen), 'idempotency-key': key, do: 'trigger' };
    const answers = await twice(page, form);
    const { data } = await world.invoke(listLaunches, { workspace: 'tools' }, world.admin);
    expect(data).toHaveLength(1);
    const launch = [303, `/launches/${data[0]!.launchRunId}`];
    expect(answers).toEqual([launch, launch]);
  });

  it('deletes it once, and leads to the others', async () => {
    const page = `/schedules/${await world.create()}/delete`;
    const answers = await twice(page, { csrf: csrfIn(await admin.get(page)) });
    expect(answers).toEqual([
      [303, '/schedules?workspace=tools'],
      [303, '/schedules'],
    ]);
  });
});
