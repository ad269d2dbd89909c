import { startTestHost, type TestHost } from 'svc-registry/testing';
import type { FileResult, ModuleDeclaration, Provider } from 'svc-registry/kernel';
import { archiveOf, type PluginSketch } from '../../../hosts/testing/plugin-archive.js';
import jobs from '../../../modules/jobs/module.js';
import { unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import persistence from '../../../modules/persistence/module.js';
import { publishTile } from '../../../modules/registry/contract/operations.js';
import type { PublishResult } from '../../../modules/registry/contract/publish-result.js';
import registry from '../../../modules/registry/module.js';
import web from '../../../modules/web/module.js';
import type { DatabaseLocation } from '../databases.js';
import { identityOf, People } from './people.js';

export { archiveOf, type PluginSketch };

interface PublishOptions {
  readonly token?: string;
  readonly goPublic?: boolean;
  readonly commit?: string;
}

/** A server with the real registry and database. `owner`, `publisher` and `member` have these roles in `acme`; `outsider` in `other`. */
export class RegistryHost {
  private constructor(
    readonly people: People,
    readonly host: TestHost,
    /** What the server takes for the present moment. */
    readonly clock: { now: Date },
  ) {}

  static async start(
    location: Pick<DatabaseLocation, 'env'>,
    more: readonly ModuleDeclaration[] = [],
    provides: readonly Provider[] = [],
  ): Promise<RegistryHost> {
    const people = new People(['acme', 'other']);
    for (const role of ['owner', 'publisher', 'member'] as const) people.give(role, 'acme', role);
    people.give('outsider', 'other', 'owner');
    const clock = { now: new Date('2026-03-01T09:00:00.000Z') };
    const modules = [persistence, web, jobs, identityOf(people), registry, ...more];
    const host = await startTestHost({
      modules,
      env: location.env,
      clock: () => clock.now,
      provides,
    });
    return new RegistryHost(people, host, clock);
  }

  get invoke(): TestHost['invoke'] {
    return this.host.invoke;
  }

  async publish(
    sketch: PluginSketch = {},
    { token = 'publisher', goPublic = false, commit }: PublishOptions = {},
  ): Promise<PublishResult> {
    const input = {
      workspace: tileOf(sketch.name ?? 'acme/demo').workspace,
      ...(goPublic ? { public: true } : {}),
      ...(commit === undefined ? {} : { commit }),
    };
    return this.invoke(publishTile, input, { token, upload: await archiveOf(sketch) });
  }

  /** Changes rows behind the registry's back. */
  async change(...statements: readonly string[]): Promise<void> {
    const units = await this.host.get(unitOfWorkKey);
    for (const statement of statements) await units.run((manager) => manager.query(statement));
  }

  stop(): Promise<void> {
    return this.host.stop();
  }
}

/** How operations name a plugin. */
export function tileOf(name: string): { workspace: string; tile: string } {
  const [workspace = '', tile = ''] = name.split('/');
  return { workspace, tile };
}

export async function bytesOf({ body }: FileResult): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export const textOf = async (file: FileResult): Promise<string> =>
  (await bytesOf(file)).toString('utf8');
