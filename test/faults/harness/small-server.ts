import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '../../contract/databases.js';
import type { Counts } from './counts.js';
import { CrashingRegistry } from './crashing-registry.js';
import type { Judgement } from './judge.js';
import { Ledger } from './ledger.js';
import { pack, RegistryApi, type Packed, type VersionContent } from './registry-api.js';
import { inspect } from './stored.js';
import { Volume } from './volumes.js';

/** What lies on the small volume. */
export type Holding = 'database' | 'blobs';

/** A server with an embedded database, a part of which lies on a small volume of its own. */
export class SmallServer {
  readonly ledger = new Ledger<VersionContent, Packed>();
  readonly volume: ReturnType<Volume['of']>;
  readonly api: RegistryApi;

  private constructor(
    private readonly folders: { readonly base: string; readonly data: string },
    readonly registry: CrashingRegistry,
    volume: Volume,
  ) {
    this.api = new RegistryApi(registry);
    this.volume = volume.of(registry.pid);
  }

  static async open(holding: Holding): Promise<SmallServer> {
    const base = await mkdtemp(join(tmpdir(), 'svc-volume-'));
    const [folder, data] = [join(base, 'volume'), join(base, 'data')];
    const volume = new Volume(folder, { size: '8m' });
    const url = `sqlite:${join(holding === 'database' ? folder : data, 'registry.db')}`;
    const env = {
      SVC_DATABASE_URL: url,
      SVC_DATA_DIR: data,
      SVC_BLOB_URL: `file:${join(holding === 'blobs' ? folder : data, 'blobs')}`,
    };
    const create = () => Promise.resolve({ engine: 'sqlite' as const, url, dataDir: data, env });
    const database: TestDatabase = { label: 'sqlite', engine: 'sqlite', create };
    const registry = await CrashingRegistry.open(database, { through: volume.through });
    return new SmallServer({ base, data }, registry, volume);
  }

  /** Publishes something new; answers status and code. */
  async publish(counts: Counts): Promise<readonly [number, unknown]> {
    const version = `1.${this.ledger.acknowledged.size + this.ledger.inDoubt.size}.0`;
    const packed = await pack('acme/small', version, {
      'note.md': randomBytes(8000).toString('hex'),
    });
    const answer = await this.api.publish(packed.archive);
    await this.ledger.write(packed, () => Promise.resolve(answer));
    counts.add(`answered ${answer.status}`);
    return [answer.status, answer.body['code']];
  }

  /** The same as after a crash, and that nothing half-written lies about. */
  async judge(): Promise<Judgement & { readonly temporary: number }> {
    const listed = await this.api.listed();
    const damaged = await Promise.all(
      [...listed].map(([name, content]) => this.api.damaged(name, content)),
    );
    const copy = join(this.folders.base, 'copy');
    await cp(this.folders.data, copy, { recursive: true });
    this.volume.copyTo(copy);
    const { corrupt, halves, missing, temporary } = await inspect({
      engine: 'sqlite',
      url: `sqlite:${join(copy, 'registry.db')}`,
      dataDir: copy,
    });
    await rm(copy, { recursive: true });
    return {
      ...this.ledger.judge(listed),
      damaged: damaged.flat(),
      corrupt,
      halves,
      missing,
      temporary,
    };
  }

  async close(): Promise<void> {
    await this.registry.close();
    await rm(this.folders.base, { recursive: true, force: true });
  }
}
