import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  RootsListChangedNotificationSchema,
  type CallToolRequest,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { Kernel, OperationManifest } from '../../kernel/index.js';
import { onceDone } from '../../toolbox/once.js';
import { agentWords } from './agent-words.js';
import { callTool } from './call-tool.js';
import type { Calls } from './calls.js';
import { featuresOf } from './client-features.js';
import { ClientRoots } from './client-roots.js';
import { listedTool } from './listed-tool.js';
import type { Allowed } from './tool-consent.js';
import { SignIn } from './sign-in.js';
import { toolsOf, type Tool } from './tools.js';

export interface ToolServerOptions {
  readonly kernel: Kernel;
  readonly version: string;
  readonly signal: AbortSignal;
  readonly cwd: string;
  readonly calls: Calls;
  readonly allowed: Allowed;
}

/** The name of the tool that signs a person in; clients rely on it. */
const SIGN_IN = 'login';

const INFO = { name: 'Registry Tool Server', title: 'Registry Tool Server' };

const INSTRUCTIONS =
  'Finds, installs, creates and publishes plugins for coding agents: rules, skills, hooks and tool servers. ' +
  'Tools work in the project of the folder that the client has opened. `status` tells who is signed in and what the project has installed; ' +
  '`search` and `install` need no sign-in for public plugins; other tools begin one when it is needed: show the person its page and code.';

/** The parameters of a call, which the transport has validated. Throws for any other method, since no handler exists for it. */
function callParams({ method, params }: JSONRPCRequest): CallToolRequest['params'] {
  if (method !== 'tools/call')
    throw Object.assign(new Error('Method not found'), { code: ErrorCode.MethodNotFound });
  return params as CallToolRequest['params'];
}

/** The tools of operations, whose schemas are read for that. */
async function describedTools(
  kernel: Kernel,
  operations: readonly OperationManifest[],
): Promise<ReadonlyMap<string, Tool>> {
  const exposed = operations.filter(({ mcp }) => mcp !== undefined);
  return toolsOf(await Promise.all(exposed.map((operation) => kernel.described(operation))));
}

/** The tool server for all operations of the kernel's modules that are exposed as tools. */
export function createToolServer(
  options: ToolServerOptions,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the advised class takes no JSON Schema, which is what we have
): Server {
  const { kernel, version, signal, cwd, calls, allowed } = options;
  const operations = kernel.manifests().flatMap((manifest) => manifest.operations);
  const offered = onceDone(async () => {
    const tools = await describedTools(kernel, operations);
    return { tools, words: agentWords(tools.values()) };
  });
  const unavailable = onceDone(() => describedTools(kernel, kernel.unavailableOperations()));
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
  const server = new Server(
    { ...INFO, version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const client = featuresOf(server);
  const roots = new ClientRoots(client, cwd);
  const login = operations.find(({ mcp }) => mcp?.name === SIGN_IN);
  const signIn = new SignIn({ kernel, login, client, signal });
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    roots.changed();
  });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [...(await offered()).tools.values()].map(listedTool),
  }));
  const parts = { kernel, roots, signIn, calls, client, allowed };
  // set as the fallback, because the SDK would validate the calls and answers of a registered
  // handler twice more
  server.fallbackRequestHandler = async (request, extra) => {
    const params = callParams(request);
    const { tools, words } = await offered();
    const tool = tools.get(params.name) ?? (await unavailable()).get(params.name);
    // the only failure that the protocol wants as an error, because no tool was called
    if (tool === undefined)
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return callTool(tool, { ...parts, words }, { params, extra });
  };
  return server;
}
