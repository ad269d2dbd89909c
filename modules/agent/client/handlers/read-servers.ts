import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import { configFilesKey, type ConfigFiles } from '../../../install/contract/config-files.js';
import { toolServerUnknown } from '../../contract/errors.js';
import type { GetServerInput, ListServersInput } from '../../contract/inputs.js';
import { serverScopes, type ServerScope } from '../../contract/modes.js';
import type { ToolServer, ToolServerList } from '../../contract/results.js';
import { serverFiles } from '../servers/locations.js';
import { shownServers } from '../servers/shown-server.js';

async function serversOf(
  files: ConfigFiles,
  scopes: readonly ServerScope[],
  context: Context,
): Promise<readonly ToolServer[]> {
  const read = scopes.map(async (scope) =>
    shownServers(scope, await files.read(serverFiles[scope], context)),
  );
  return (await Promise.all(read)).flat();
}

@injectable()
export class ListServersHandler implements Handler<ListServersInput, ToolServerList> {
  constructor(@inject(configFilesKey) private readonly files: ConfigFiles) {}

  async run({ scope }: ListServersInput, context: Context): Promise<ToolServerList> {
    const scopes = scope === undefined ? serverScopes : [scope];
    return { servers: [...(await serversOf(this.files, scopes, context))] };
  }
}

@injectable()
export class GetServerHandler implements Handler<GetServerInput, ToolServer> {
  constructor(@inject(configFilesKey) private readonly files: ConfigFiles) {}

  async run({ name }: GetServerInput, context: Context): Promise<ToolServer> {
    const servers = await serversOf(this.files, serverScopes, context);
    const found = servers.find((server) => server.name === name);
    if (found !== undefined) return found;
    throw toolServerUnknown({ name, known: [...new Set(servers.map((server) => server.name))] });
  }
}
