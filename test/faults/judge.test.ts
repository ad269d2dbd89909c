import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeEachDatabase } from '../contract/databases.js';
import { changeRows } from '../e2e/registry-server.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { judgePublished, NOTHING_WRONG } from './harness/judge.js';
import { Ledger } from './harness/ledger.js';
import { pack, RegistryApi, type Packed, type VersionContent } from './harness/registry-api.js';

// a judge that finds nothing proves something only when it would have found it
describeEachDatabase('the judge of what a crash left', (database) => {
  let registry: CrashingRegistry;
  let api: RegistryApi;
  const ledger = new Ledger<VersionContent, Packed>();
  const versions: Packed[] = [];

  beforeAll(async () => {
    registry = await CrashingRegistry.open(database);
    api = new RegistryApi(registry);
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) {
      const packed = await pack('acme/judged', version, {
        'a.md': `${version}\n`,
        'b.md': `again ${version}\n`,
      });
      await ledger.write(packed, () => api.publish(packed.archive));
      versions.push(packed);
    }
  });

  afterAll(() => registry.close());

  const blob = (hash: string): string =>
    join(registry.location.dataDir, 'blobs', hash.slice(0, 2), hash.slice(2));

  it('has nothing to say about what is whole', async () => {
    expect(await judgePublished(registry, ledger)).toEqual(NOTHING_WRONG);
  });

  it('knows a write whose answer never came', async () => {
    const packed = await pack('acme/judged', '2.0.0', { 'a.md': 'in doubt\n' });
    const { origin, token } = registry;
    await registry.kill();
    expect(
      await ledger.write(packed, () => new RegistryApi({ origin, token }).publish(packed.archive)),
    ).toBeUndefined();
    await registry.start();
    expect([...ledger.inDoubt]).toEqual([packed]);
    expect(await judgePublished(registry, ledger)).toEqual(NOTHING_WRONG);
  });

  it('finds what is lost, half, damaged, missing and never sent', async () => {
    const [half, damaged, missing, lost] = versions as [Packed, Packed, Packed, Packed];
    const of = (packed: Packed) =>
      `(SELECT id FROM registry_versions WHERE archive_sha256 = '${packed.content.archive}')`;
    await changeRows(
      registry.location,
      `DELETE FROM registry_files WHERE path = 'a.md' AND version_id = ${of(half)}`,
    );
    await changeRows(
      registry.location,
      `UPDATE registry_versions SET semver = '9.9.9' WHERE id = ${of(lost)}`,
    );
    const [, [, damagedFile]] = damaged.content.files as [unknown, [string, string]];
    await writeFile(blob(damagedFile), 'something else\n');
    await rm(blob(missing.content.archive));

    const found = await judgePublished(registry, ledger);
    expect(found.lost.toSorted()).toEqual([half.name, lost.name]);
    expect(found.ghosts.toSorted()).toEqual([half.name, 'acme/judged@9.9.9']);
    expect(found.halves).toHaveLength(1);
    expect(found.missing.toSorted()).toEqual([damagedFile, missing.content.archive].toSorted());
  });

  it('finds what does not arrive', async () => {
    const packed = versions[2]!;
    expect(await api.damaged(packed.name, packed.content)).toEqual([
      expect.stringMatching(/archive: 500$/),
    ]);
    await writeFile(blob(packed.content.archive), 'x');
    expect(await api.damaged(packed.name, packed.content)).toEqual([
      expect.stringMatching(/archive: breaks off$/),
    ]);
  });
});
