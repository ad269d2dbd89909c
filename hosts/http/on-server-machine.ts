import { stat } from 'node:fs/promises';
import { hostKey, type Caller } from 'svc-registry/kernel';
import type { InvokeOptions, Kernel, OperationManifest } from '../../kernel/index.js';
import { ifThere } from '../../toolbox/file-errors.js';
import { dataFolderMissing } from '../module/contract/errors.js';
import { runtimeKey } from '../runtime.js';
import { startServerModules } from './server-modules.js';
import { publicAddress, serverSettings, type ServerSettings } from './settings.js';

export interface ServerAnswer {
  readonly output: unknown;
  /** Address of the server, as its settings name it. */
  readonly server: string;
}

const operator: Caller = { kind: 'system', id: null, label: 'operator of the server' };

/**
 * Runs an operator's command in this process, with the server's settings and data. Its input field `dataDir` names the data folder, as for
 * `svc serve`.
 */
export async function invokeOnServerMachine(
  operation: OperationManifest,
  input: Readonly<Record<string, unknown>>,
  { client, options }: { client: Kernel; options: InvokeOptions },
): Promise<ServerAnswer> {
  const [host, { distribution }] = await Promise.all([client.get(hostKey), client.get(runtimeKey)]);
  const { dataDir } = input;
  const settings = serverSettings(typeof dataDir === 'string' ? { dataDir } : {}, host);
  await requireData(settings, typeof dataDir === 'string');
  const server = await startServerModules(settings, distribution, host.log);
  try {
    const output = await server.invoke(operation.id, input, { ...options, caller: operator });
    return { output, server: publicAddress(settings, settings.port) };
  } finally {
    await server.stop();
  }
}

/** A missing folder would be created, and the command would answer for an empty server. A database that is named may be elsewhere. */
async function requireData({ dataDir, env }: ServerSettings, named: boolean): Promise<void> {
  if (!named && env['SVC_DATABASE_URL']) return;
  if ((await ifThere(stat(dataDir))) === undefined) throw dataFolderMissing({ folder: dataDir });
}
