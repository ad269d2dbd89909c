import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect } from '@jest/globals';
import { openProgram, type Program, type Server } from '../../e2e/program.js';
import { ADMIN, firstCode, signIn } from '../../e2e/registry-server.js';
import { installTestModules } from '../../e2e/test-modules.js';

/** A server with the module of `test/fixtures/modules/board`, and a key of somebody who may use its tools. */
export interface NoticeBoard {
  readonly program: Program;
  readonly server: Server;
  readonly tools: URL;
  readonly key: string;
  close(): Promise<void>;
}

export async function openNoticeBoard(): Promise<NoticeBoard> {
  const program = await openProgram();
  const data = join(program.home, '.svc', 'server');
  await installTestModules(data, ['board']);
  // what npm would install for it
  const sdk = join(data, 'node_modules', '@modelcontextprotocol');
  await mkdir(sdk);
  await symlink(resolve('node_modules/@modelcontextprotocol/sdk'), join(sdk, 'sdk'));
  const server = await program.serve();
  expect(await signIn(program, ADMIN, await firstCode(server))).toMatchObject({ code: 0 });
  expect(await program.run(['workspace', 'create', 'acme'])).toMatchObject({ code: 0 });
  const line = ['api-key', 'create', 'board', '--workspace', 'acme', '--role', 'member', '--json'];
  const { stdout } = await program.run(line);
  const { value: key } = JSON.parse(stdout) as { value: string };
  return {
    program,
    server,
    tools: new URL('/tools/board', server.origin),
    key,
    close: () => program.close(),
  };
}

/** A client of the board's tools over HTTP, and the names of the notices that it was told of. */
export interface BoardClient {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  readonly heard: readonly unknown[];
  post(name: string, text: string): Promise<unknown>;
}

export async function openBoardClient({ tools, key }: NoticeBoard): Promise<BoardClient> {
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  const transport = new StreamableHTTPClientTransport(tools, { requestInit });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const heard: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    heard.push(params.data);
  });
  await client.connect(transport);
  return {
    client,
    transport,
    heard,
    post: (name, text) => client.callTool({ name: 'post_notice', arguments: { name, text } }),
  };
}
