import { randomBytes } from 'node:crypto';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { startEval, uploadBundle } from '../../../modules/eval/contract/run-operations.js';
import type { StartEvalInput } from '../../../modules/eval/contract/run-inputs.js';
import type { EvalRunView } from '../../../modules/eval/contract/run-view.js';
import type { CellEnd } from '../../../modules/eval/server/cells/cell-ends.js';
import { Cell } from '../../../modules/eval/server/cells/cell.entity.js';
import { blobStoreKey } from '../../../modules/persistence/contract/blob-store.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { pluginFormatKey } from '../../../modules/registry/contract/plugin-format.js';
import type { DatabaseLocation, TestDatabase } from '../databases.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';
import { endCell, filesOf, scenarioFiles, scored, solution, type Files } from './scenario-cells.js';

const OWN = ['persistence', 'web', 'identity'];

export const NAMES = ['greet', 'sort'] as const;

export interface EvalHostOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly location?: DatabaseLocation;
  /** Another server on the same location, which has the people. */
  readonly beside?: EvalHost;
}

/** A server with every module, and `tools`, the workspace of the organization `acme`. No process works on cells: tests end them. */
export class EvalHost {
  private constructor(
    readonly server: IdentityServer,
    readonly admin: string,
  ) {}

  static async start(
    database: TestDatabase,
    { beside, env = {}, location }: EvalHostOptions = {},
  ): Promise<EvalHost> {
    const modules = (await builtInModules()).filter(({ id }) => !OWN.includes(id));
    const secret = { SVC_SECRET_KEY: randomBytes(32).toString('base64') };
    const server = await startIdentity(database, {
      modules,
      env: { SVC_RATE_LIMITS: 'all=off', SVC_MODERATION: 'off', ...secret, ...env },
      ...(location && { location }),
    });
    const admin = beside?.admin ?? (await server.firstAdmin('admin@example.com', 'acme'));
    if (beside === undefined) await server.newWorkspace(admin, 'tools');
    return new EvalHost(server, admin);
  }

  get invoke(): IdentityServer['host']['invoke'] {
    return (operation: never, input: never, options: object = {}) =>
      this.server.host.invoke(operation, input, { token: this.admin, ...options });
  }

  /** Sends files; answers the id of the bundle. */
  async send(files: Files, token = this.admin): Promise<string> {
    const format = await this.server.host.get(pluginFormatKey);
    const upload = await format.pack({ files: filesOf(files) });
    const sent = await this.invoke(uploadBundle, { workspace: 'tools' }, { upload, token });
    return sent.bundleId;
  }

  /** The scenarios of `NAMES`. */
  sendScenarios(more: Files = {}): Promise<string> {
    const [one, other] = NAMES;
    return this.send({ ...scenarioFiles(one), ...scenarioFiles(other), ...more });
  }

  async begin(input: Partial<StartEvalInput> = {}, token = this.admin): Promise<EvalRunView> {
    const bundle = input.bundle ?? (await this.sendScenarios());
    const asked = { workspace: 'tools', agent: 'scripted', ...input, bundle };
    return this.invoke(startEval, asked, { token });
  }

  /** The cells of a run, by scenario, variant and repeat. */
  async cells(runId: string): Promise<readonly Cell[]> {
    const { manager } = await this.server.host.get(readDatabaseKey);
    const order = { scenarioId: 'ASC', variant: 'ASC', repeat: 'ASC' } as const;
    return manager.find(Cell, { where: { runId }, order });
  }

  /** Ends a cell as a worker would. */
  end(cellId: string, end: CellEnd): Promise<void> {
    return endCell(this.server.host, cellId, end);
  }

  /** Ends every cell of a run that goes on. */
  async endAll(runId: string, end: (cell: Cell) => CellEnd = () => scored(2)): Promise<void> {
    for (const cell of await this.cells(runId))
      if (cell.status === 'pending') await this.end(cell.id, end(cell));
  }

  /** The end of a cell whose solution is kept. */
  async solved(end: CellEnd): Promise<CellEnd> {
    const blobs = await this.server.host.get(blobStoreKey);
    const { sha256: solutionSha256 } = await blobs.put(Buffer.from(JSON.stringify(solution)));
    const { sha256: filesSha256 } = await blobs.put(Buffer.from('files'));
    return { ...end, solutionSha256, filesSha256 };
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
