import { afterEach, expect, it } from '@jest/globals';
import {
  contribute,
  defineModule,
  readinessPoint,
  type ModuleDeclaration,
} from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { blobStoreKey } from '../../modules/persistence/contract/blob-store.js';
import {
  readDatabaseKey,
  tablesPoint,
  unitOfWorkKey,
} from '../../modules/persistence/contract/db.js';
import persistence from '../../modules/persistence/module.js';
import { describeEachDatabase, type DatabaseLocation } from './databases.js';
import { aNote, Note, noteTables } from './note-tables.js';

function notesModule(prefix = 'notes_'): ModuleDeclaration {
  return defineModule({
    id: 'notes',
    api: '^1.0.0',
    summary: 'Notes, for the tests of persistence',
    requires: ['persistence'],
    contributes: [contribute(tablesPoint, 'notes', { prefix }, () => Promise.resolve(noteTables))],
  });
}

describeEachDatabase('the persistence module', (databases) => {
  const hosts: TestHost[] = [];

  async function start(location: DatabaseLocation, notes = notesModule()): Promise<TestHost> {
    const host = await startTestHost({ modules: [notes, persistence], env: location.env });
    hosts.push(host);
    return host;
  }

  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.stop();
  });

  it('keeps rows and contents over a restart', async () => {
    const location = await databases.create();
    const first = await start(location);
    const blob = await (await first.get(blobStoreKey)).put(new TextEncoder().encode('content'));
    await (
      await first.get(unitOfWorkKey)
    ).run((manager) => manager.insert(Note, aNote({ title: blob.sha256 })));
    await first.stop();

    const second = await start(location);
    const rows = await (await second.get(readDatabaseKey)).manager.find(Note);
    expect(rows.map(({ title }) => title)).toEqual([blob.sha256]);
    expect(Buffer.from(await (await second.get(blobStoreKey)).read(blob.sha256)).toString()).toBe(
      'content',
    );
  });

  it('is ready while the database answers', async () => {
    const host = await start(await databases.create());
    await host.get(readDatabaseKey);
    const [extension] = host.kernel.extensions.of(readinessPoint);
    const check = (await extension!.services()).build(await extension!.load());
    await check.check();
  });

  it('does not start with tables it refuses, and says whose they are', async () => {
    const host = await start(await databases.create(), notesModule('other_'));
    await expect(host.get(unitOfWorkKey)).rejects.toThrow(
      'The tables of the module "notes" are refused',
    );
  });
});
