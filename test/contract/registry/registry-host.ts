import { startTestHost, type TestHost } from 'svc-registry/testing';
import type { FileResult, ModuleDeclaration, Provider } from 'svc-registry/kernel';
import jobs from '../../../modules/jobs/module.js';
import { unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import persistence from '../../../modules/persistence/module.js';
import { publishTile } from '../../../modules/registry/contract/operations.js';
import type { PublishResult } from '../../../modules/registry/contract/publish-result.js';
import { writeArchive } from '../../../modules/registry/format/archive/write-archive.js';
import registry from '../../../modules/registry/module.js';
import type { DatabasePlace } from '../databases.js';
import { identityOf, People } from './people.js';

export interface PluginSketch {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly private?: boolean;
  /** More fields of the manifest. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Skill name to description. */
  readonly skills?: Readonly<Record<string, string>>;
  /** Rule name to text. */
  readonly rules?: Readonly<Record<string, string>>;
  /** Any other files. */
  readonly files?: Readonly<Record<string, string>>;
}

interface PublishOptions {
  readonly token?: string;
  readonly goPublic?: boolean;
  readonly commit?: string;
}

/** The archive of a plugin; whatever is left out is made up. */
export async function archiveOf(sketch: PluginSketch = {}): Promise<Uint8Array> {
  const {
    name = 'acme/demo',
    version = '1.0.0',
    description = 'A demo',
    extra = {},
    ...rest
  } = sketch;
  const manifest = { name, version, description, private: rest.private ?? false, ...extra };
  const skills = Object.entries(rest.skills ?? {}).map(([skill, text]) => [
    `skills/${skill}/SKILL.md`,
    `---\nname: ${skill}\ndescription: ${text}\n---\n# ${skill}\n`,
  ]);
  const rules = Object.entries(rest.rules ?? {}).map(([rule, text]) => [`rules/${rule}.md`, text]);
  const files = [
    ['.svc-plugin/plugin.json', JSON.stringify(manifest)],
    ...skills,
    ...rules,
    ...Object.entries(rest.files ?? {}),
  ];
  const contents = files.map(([path, text]) => ({
    path: path!,
    mode: 0o644 as const,
    content: Buffer.from(text!),
  }));
  return (await writeArchive(contents)).archive;
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
    place: DatabasePlace,
    more: readonly ModuleDeclaration[] = [],
    provides: readonly Provider[] = [],
  ): Promise<RegistryHost> {
    const people = new People(['acme', 'other']);
    for (const role of ['owner', 'publisher', 'member'] as const) people.give(role, 'acme', role);
    people.give('outsider', 'other', 'owner');
    const clock = { now: new Date('2026-03-01T09:00:00.000Z') };
    const modules = [persistence, jobs, identityOf(people), registry, ...more];
    const host = await startTestHost({ modules, env: place.env, clock: () => clock.now, provides });
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
