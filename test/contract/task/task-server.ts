import { randomBytes } from 'node:crypto';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { Kinds } from '../../../modules/jobs/server/kinds.js';
import { Runs } from '../../../modules/jobs/server/runs.js';
import type { LaunchResult } from '../../../modules/launch/contract/envelope.js';
import { repositoryUnavailable } from '../../../modules/launch/contract/launch-errors.js';
import { Followers } from '../../../modules/launch/server/runs/followers.js';
import { LaunchRun } from '../../../modules/launch/server/runs/launch-run.entity.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import {
  addTaskInput,
  cancelTask,
  createTask,
  listTaskEvents,
  listTaskRuns,
  showTask,
} from '../../../modules/task/contract/operations.js';
import type {
  CreateTaskInput,
  TaskInputInput,
} from '../../../modules/task/contract/task-inputs.js';
import type { TestDatabase } from '../databases.js';
import { startIdentity } from '../identity-server.js';

const OWN = ['persistence', 'web', 'identity'];
const modules = (await builtInModules()).filter(({ id }) => !OWN.includes(id));

/** How a launch ends. */
export type End = LaunchResult | 'failed' | 'cancelled';

export const launch = { skill: 'file:skills/demo', repo: 'acme/shop', agent: 'scripted' };
export const done = { status: 'succeeded', summary: 'All is done.' } as const;
export const asks = (...questions: string[]) =>
  ({ status: 'needs_input', summary: 'Looked around.', questions }) as const;

export type TaskServer = Awaited<ReturnType<typeof startTaskServer>>;

/** A server with the workspace `tools`, whose launches wait until the test ends them as a worker would. */
export async function startTaskServer(database: TestDatabase) {
  const server = await startIdentity(database, {
    modules,
    // without one nothing can be sealed on PostgreSQL
    env: { SVC_SECRET_KEY: randomBytes(32).toString('base64') },
  });
  const admin = await server.firstAdmin('admin@example.com', 'acme');
  await server.newWorkspace(admin, 'tools');
  const services = await server.host.server!.services('launch');
  const jobs = await server.host.server!.services('jobs');
  const [runs, kind] = [jobs.get(Runs), await jobs.get(Kinds).of(LaunchRun)];

  const begin = async (id: string) => {
    const run = await runs.claim(kind, id);
    if (run === null) throw new Error('The launch does not wait.');
    return run as LaunchRun;
  };
  const finish = async (run: LaunchRun, end: End): Promise<boolean> => {
    if (end === 'failed') {
      const error = repositoryUnavailable({ repo: run.repo, said: 'it is not there' });
      return runs.end({ kind, run }, { event: 'failed', error });
    }
    if (end === 'cancelled') return runs.end({ kind, run }, { event: 'cancelled' });
    const write = async (manager: Parameters<Followers['tell']>[1]) => {
      await manager.update(LaunchRun, run.id, { result: end as object });
      await services.get(Followers).tell(run.id, manager);
    };
    return runs.end({ kind, run }, { event: 'completed', write });
  };
  const { invoke } = server;
  const create = (more: Partial<CreateTaskInput> = {}, token = admin) =>
    invoke(createTask, { workspace: 'tools', ...launch, ...more }, token);
  const runsOf = async (id: string) => (await invoke(listTaskRuns, { id }, admin)).data;
  const launchOf = async (id: string) => (await runsOf(id)).at(-1)!.launchRunId;
  return {
    ...server,
    admin,
    create,
    begin,
    finish,
    runsOf,
    launchOf,
    show: (id: string) => invoke(showTask, { id }, admin),
    add: (id: string, more: Omit<TaskInputInput, 'id'>, token = admin) =>
      invoke(addTaskInput, { id, ...more }, token),
    cancel: (id: string) => invoke(cancelTask, { id }, admin),
    events: async (id: string) => (await invoke(listTaskEvents, { id }, admin)).data,
    /** Ends the present turn of a task. */
    end: async (id: string, end: End) => finish(await begin(await launchOf(id)), end),
    launch: async (id: string) => {
      const { manager } = await server.host.get(readDatabaseKey);
      return manager.findOneByOrFail(LaunchRun, { id });
    },
  };
}
