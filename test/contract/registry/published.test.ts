import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { contribute, defineError, defineModule, ExitCode } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { jobsKey, type Jobs } from '../../../modules/jobs/contract/db.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { listVersions } from '../../../modules/registry/contract/operations.js';
import {
  publishedPoint,
  type PublishedVersion,
  type PublishListener,
} from '../../../modules/registry/contract/published.js';
import { ReindexRun } from '../../../modules/registry/server/search/reindex/reindex-run.entity.js';
import { describeEachDatabase } from '../databases.js';
import { RegistryHost } from './registry-host.js';

const noCredits = defineError({
  code: 'listening_no_credits',
  status: 402,
  exit: ExitCode.denied,
  title: 'No credits',
  message: () => 'There is nothing left to review it with.',
});

let heard: PublishedVersion[] = [];
let refuses = false;

/** Begins a run for each version; a kind that is there already, since only its row matters. */
@injectable()
class Listener implements PublishListener {
  constructor(@inject(jobsKey) private readonly jobs: Jobs) {}

  async published(version: PublishedVersion): Promise<void> {
    heard.push(version);
    await this.jobs.enqueue(ReindexRun, { everything: false });
    if (refuses) throw noCredits();
  }
}

const listening = defineModule({
  id: 'listening',
  api: '^1.0.0',
  summary: 'Listens to publishing',
  requires: ['registry', 'jobs'],
  contributes: [
    contribute(publishedPoint, 'listening', { summary: 'Begins a run' }, () =>
      Promise.resolve(Listener),
    ),
  ],
  server: () => Promise.resolve({ default: {} }),
});

describeEachDatabase('what is told of a publish', (database) => {
  let registry: RegistryHost;
  beforeEach(async () => {
    [heard, refuses] = [[], false];
    registry = await RegistryHost.start(await database.create(), [listening]);
  });
  afterEach(() => registry.stop());

  const runs = async () => (await registry.host.get(readDatabaseKey)).manager.count(ReindexRun);

  it('names the version, and what is written belongs to the publish', async () => {
    const { id, tileId } = await registry.publish({ private: true });
    const workspace = (await registry.people.find('acme'))!;
    expect(heard).toEqual([
      {
        versionId: id,
        tileId,
        name: 'acme/demo',
        version: '1.0.0',
        workspaceId: workspace.id,
        organizationId: workspace.organizationId,
        private: true,
        caller: expect.objectContaining({ kind: 'user', label: 'publisher' }) as unknown,
      },
    ]);
    expect(await runs()).toBe(1);
  });

  it('is nothing when the content is published already', async () => {
    await registry.publish();
    await registry.publish();
    expect(heard).toHaveLength(1);
  });

  it('may refuse it, and then nothing of it stays', async () => {
    refuses = true;
    await expect(registry.publish()).rejects.toMatchObject({ code: 'listening_no_credits' });
    expect(await runs()).toBe(0);
    refuses = false;
    await registry.publish({ version: '2.0.0' });
    const { data } = await registry.invoke(listVersions, { workspace: 'acme', tile: 'demo' });
    expect(data.map(({ version }) => version)).toEqual(['2.0.0']);
  });
});
