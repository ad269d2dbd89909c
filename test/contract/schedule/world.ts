/** A server with a workspace, an environment, and a clock that the test moves. Nothing works on its launches. */
import { randomBytes } from 'node:crypto';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { createEnvironment } from '../../../modules/launch/contract/environment-operations.js';
import { cancelLaunch, listLaunches } from '../../../modules/launch/contract/launch-operations.js';
import {
  createSchedule,
  scheduleRuns,
  viewSchedule,
} from '../../../modules/schedule/contract/schedule-operations.js';
import type { CreateScheduleInput } from '../../../modules/schedule/contract/schedule-inputs.js';
import { Dispatcher } from '../../../modules/schedule/server/dispatch/dispatcher.js';
import type { DatabaseLocation, TestDatabase } from '../databases.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';

const OWN = ['persistence', 'web', 'identity'];
const modules = (await builtInModules()).filter(({ id }) => !OWN.includes(id));

/** The first full hour after the beginning of a test. */
export const TEN = '2026-03-01T10:00:00.000Z';

export interface ScheduleWorld extends IdentityServer {
  readonly admin: string;
  readonly environment: string;
  /** Creates a schedule of the workspace `tools` and answers its id. */
  create(more?: Partial<CreateScheduleInput>, token?: string): Promise<string>;
  view(id: string): ReturnType<typeof viewOf>;
  runs(id: string): Promise<readonly (string | null)[]>;
  /** Sets the clock and launches what is due. */
  at(time: string): Promise<void>;
  dispatch(): Promise<void>;
  /** Ends all launches. */
  endLaunches(): Promise<void>;
}

const viewOf = (server: IdentityServer, id: string, token: string) =>
  server.invoke(viewSchedule, { id }, token);

export async function startSchedules(
  database: TestDatabase,
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly location?: DatabaseLocation;
  } = {},
): Promise<ScheduleWorld> {
  const key = randomBytes(32).toString('base64');
  const server = await startIdentity(database, {
    ...options,
    modules,
    env: { SVC_SECRET_KEY: key, ...options.env },
  });
  const admin = await server.firstAdmin('admin@example.com', 'acme');
  await server.newWorkspace(admin, 'tools');
  const named = { workspace: 'tools', name: 'nightly', entries: { KEY: 'x' } };
  const { id: environment } = await server.invoke(createEnvironment, named, admin);
  const dispatcher = (await server.host.server!.services('schedule')).get(Dispatcher);
  const dispatch = () => dispatcher.dispatch(new AbortController().signal);
  return {
    ...server,
    admin,
    environment,
    dispatch,
    create: async (more = {}, token = admin) => {
      const input = {
        workspace: 'tools',
        cron: '0 * * * *',
        skill: 'file:skills/demo',
        repo: 'acme/shop',
        agent: 'scripted',
        environment,
        ...more,
      };
      return (await server.invoke(createSchedule, input, token)).id;
    },
    view: (id) => viewOf(server, id, admin),
    runs: async (id) =>
      (await server.invoke(scheduleRuns, { id, limit: 100 }, admin)).data.map(
        ({ cause, scheduledFor }) => (cause === 'scheduled' ? scheduledFor : cause),
      ),
    at: async (time) => {
      server.clock.now = new Date(time);
      await dispatch();
    },
    endLaunches: async () => {
      const all = { workspace: 'tools', pageSize: 100 };
      for (const { launchRunId: id, status } of (await server.invoke(listLaunches, all, admin))
        .data)
        if (status === 'queued') await server.invoke(cancelLaunch, { id }, admin);
    },
  };
}
