import { hostKey, type ModuleDeclaration } from 'svc-registry/kernel';
import { Background } from '../../../hosts/http/background.js';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { writeArchive } from '../../../modules/registry/format/archive/write-archive.js';
import { startReview, showReview } from '../../../modules/review/contract/operations.js';
import type { StartReviewInput } from '../../../modules/review/contract/inputs.js';
import type { ReviewRunView } from '../../../modules/review/contract/review-run-view.js';
import { once } from '../../../toolbox/once.js';
import type { DatabaseLocation, TestDatabase } from '../databases.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';

const OWN = ['persistence', 'web', 'identity'];

export interface ReviewHostOptions {
  readonly modules?: readonly ModuleDeclaration[];
  readonly env?: Readonly<Record<string, string>>;
  readonly location?: DatabaseLocation;
  /** The program svc, which workers need. */
  readonly program?: string;
  /** Another server on the same location, which has the people. */
  readonly beside?: ReviewHost;
}

/** A server with every module, and `tools`, the workspace of the organization `acme`. */
export class ReviewHost {
  private constructor(
    readonly server: IdentityServer,
    readonly admin: string,
    private readonly background: Background,
  ) {}

  static async start(
    database: TestDatabase,
    { beside, ...options }: ReviewHostOptions = {},
  ): Promise<ReviewHost> {
    const { modules = [], env = {}, location, program } = options;
    const others = (await builtInModules()).filter(({ id }) => !OWN.includes(id));
    const server = await startIdentity(database, {
      modules: [...others, ...modules],
      env: { SVC_RATE_LIMITS: 'all=off', ...env },
      ...(location && { location }),
      ...(program !== undefined && { program }),
    });
    const admin = beside?.admin ?? (await server.firstAdmin('admin@example.com', 'acme'));
    if (beside === undefined) await server.newWorkspace(admin, 'tools');
    const kernel = server.host.server!;
    await kernel.startAll();
    const background = new Background(kernel, (await server.host.get(hostKey)).log);
    return new ReviewHost(server, admin, background);
  }

  /** Begins to work on runs; within a test, because it loads code. */
  readonly work = once((): void => void this.background.run({ dedicated: false }));

  get invoke(): IdentityServer['host']['invoke'] {
    return (operation: never, input: never, options: object = {}) =>
      this.server.host.invoke(operation, input, { token: this.admin, ...options });
  }

  /** Starts a security review of these files. */
  async begin(
    files: Readonly<Record<string, string | Uint8Array>>,
    input: Partial<StartReviewInput> = {},
  ): Promise<ReviewRunView> {
    const whole = { workspace: 'tools', kind: 'security' as const, ...input };
    return this.invoke(startReview, whole, { upload: await bundleOf(files) });
  }

  /** The same, and waits for its end. */
  async review(...begin: Parameters<ReviewHost['begin']>): Promise<ReviewRunView> {
    return this.end((await this.begin(...begin)).reviewRunId);
  }

  /** A review at its end. */
  end(id: string): Promise<ReviewRunView> {
    this.work();
    return this.invoke(showReview, { id, wait: 20 });
  }

  async stop(): Promise<void> {
    await this.background.stop();
    await this.server.stop();
  }
}

/** An archive of any files. */
export async function bundleOf(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Uint8Array> {
  const entries = Object.entries(files).map(([path, content]) => ({
    path,
    mode: 0o644 as const,
    content: Buffer.from(content),
  }));
  return (await writeArchive(entries)).archive;
}
