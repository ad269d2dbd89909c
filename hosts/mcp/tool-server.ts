import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolRequest,
  type CallToolResult,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { isSvcError, notFound, signInRequired, type Progress } from 'svc-registry/kernel';
import type { InvokeOptions, Kernel } from '../../kernel/index.js';
import type { Calls } from './calls.js';
import { errorResult, resultOf } from './tool-result.js';
import { toolInput, toolsOf, type Tool } from './tools.js';

export interface ToolServerOptions {
  readonly kernel: Kernel;
  readonly version: string;
  readonly signal: AbortSignal;
  readonly cwd: string;
  readonly calls: Calls;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

function listed({ name, description, inputSchema, operation: { effect, idempotent } }: Tool) {
  return { name, description, inputSchema, annotations: { readOnlyHint: effect === 'read', idempotentHint: idempotent } };
}

/** Progress goes to the client if it asked for it; warnings and notes go into the answer. */
function toolProgress(messages: string[], { _meta: meta, sendNotification }: Extra): Progress {
  let count = 0;
  const notify = (message: string): void => {
    const progressToken = meta?.progressToken;
    if (progressToken === undefined) return;
    count += 1;
    // a client that has gone is noticed by the transport
    sendNotification({ method: 'notifications/progress', params: { progressToken, progress: count, message } }).catch(() => undefined);
  };
  return {
    step: notify,
    note: (text) => messages.push(text),
    warn: (text) => messages.push(`warning: ${text}`),
  };
}

interface ToolCall extends ToolServerOptions {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly extra: Extra;
}

/** The tool that signs a person in, as every client of this server knows it. */
const SIGN_IN = 'login';

/** A tool that needs somebody to be signed in begins the sign-in at once; what is to be said about it goes along with the refusal. */
async function beginSignIn({ tools, kernel }: ToolCall, options: InvokeOptions): Promise<string> {
  const login = tools.get(SIGN_IN);
  if (login === undefined) return 'There is no tool to sign in with.';
  try {
    const begun = await kernel.invoke(login.operation.id, {}, options);
    return `A sign-in has begun. Show the person its page and code, and call this tool again when they have approved it: ${JSON.stringify(begun)}`;
  } catch (error) {
    return `No sign-in could begin: ${isSvcError(error) ? error.message : String(error)}`;
  }
}

async function callTool(tool: Tool, { params }: CallToolRequest, call: ToolCall): Promise<CallToolResult> {
  const messages: string[] = [];
  const options = { signal: call.extra.signal, cwd: call.cwd, progress: toolProgress(messages, call.extra) };
  try {
    const input = toolInput(tool, params.arguments ?? {});
    const output = await call.calls.run(() => call.kernel.invoke(tool.operation.id, input, options));
    return resultOf(output, messages);
  } catch (error) {
    if (signInRequired.is(error)) messages.push(await beginSignIn(call, options));
    return errorResult(error, messages);
  }
}

/** The tool server of all operations of the kernel's modules that show as tools. */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- the advised class takes no JSON Schema, which is what we have
export function createToolServer(options: ToolServerOptions): Server {
  const tools = toolsOf(options.kernel.manifests().flatMap(({ operations }) => operations));
  const lost = toolsOf(options.kernel.lostOperations());
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
  const server = new Server({ name: 'Registry Tool Server', version: options.version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, (request, extra) => {
    const tool = tools.get(request.params.name) ?? lost.get(request.params.name);
    if (tool === undefined) return errorResult(notFound({ kind: 'tool', id: request.params.name }), []);
    return callTool(tool, request, { ...options, tools, extra });
  });
  return server;
}
