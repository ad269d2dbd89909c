import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolRequest,
  CallToolResult,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { isAbsolute } from 'node:path';
import {
  usageError,
  type ProgressAmount,
  type Page,
  type Progress,
  type SvcError,
} from 'svc-registry/kernel';
import type { InvokeOptions, Kernel } from '../../kernel/index.js';
import type { AgentWords } from './agent-words.js';
import type { Calls } from './calls.js';
import type { ClientFeatures } from './client-features.js';
import type { ClientRoots, ProjectFolder } from './client-roots.js';
import { isFolder } from './real-folder.js';
import { checkedArguments } from './checked-arguments.js';
import type { SignIn } from './sign-in.js';
import { toolAsk } from './tool-ask.js';
import { ToolConsent, type Allowed } from './tool-consent.js';
import { folderOf } from './tool-paths.js';
import { errorResult, resultOf } from './tool-result.js';
import { PROJECT_DIR, toolInput, type Tool } from './tools.js';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The parts that all calls of one client share. */
export interface CallParts {
  readonly kernel: Kernel;
  readonly roots: ClientRoots;
  readonly signIn: SignIn;
  readonly calls: Calls;
  readonly words: (called: Tool) => AgentWords;
  readonly client: ClientFeatures;
  readonly allowed: Allowed;
}

export interface Call {
  readonly params: CallToolRequest['params'];
  readonly extra: Extra;
}

type Options = InvokeOptions & { readonly signal: AbortSignal };

/** The amount as text: the protocol requires its own progress number to grow with every message, so it cannot express fractions. */
function stepText(text: string, amount: ProgressAmount | undefined): string {
  return amount === undefined
    ? text
    : `${amount.phase} ${text} (${Math.floor(amount.done)} of ${amount.total})`;
}

/** Sends progress to clients that asked for it; collects warnings and notes for the answer. */
class CallProgress implements Progress {
  readonly messages: string[] = [];
  #count = 0;

  constructor(private readonly extra: Extra) {}

  step(text: string, amount?: ProgressAmount): void {
    const progressToken = this.extra._meta?.progressToken;
    if (progressToken === undefined) return;
    this.#count += 1;
    const params = { progressToken, progress: this.#count, message: stepText(text, amount) };
    // the transport notices a client that has disconnected
    this.extra
      .sendNotification({ method: 'notifications/progress', params })
      .catch(() => undefined);
  }

  note(text: string): void {
    this.messages.push(text);
  }

  warn(text: string): void {
    this.messages.push(`warning: ${text}`);
  }
}

/** Whether the tool requires a signed-in person. */
function needsSignIn({ operation: { access, mcp } }: Tool): boolean {
  return mcp?.signIn ?? (access !== 'anyone' && access !== 'local');
}

/** Most pages that a tool collects: an agent could not read a longer list. */
const MOST_PAGES = 50;
const PAGE_SIZE = 100;

function hidesPages({ operation: { list, mcp } }: Tool): boolean {
  return (
    list === true &&
    (['pageSize', 'after'] as const).every((field) => mcp?.omit?.includes(field) === true)
  );
}

interface Invocation {
  readonly tool: Tool;
  readonly parts: CallParts;
  readonly options: Options;
}

/** Runs the operation. Where it requires a sign-in, the person is asked to sign in first, or again when the sign-in has expired. */
async function answerOf(invocation: Invocation, input: Record<string, unknown>): Promise<unknown> {
  const { tool, options } = invocation;
  const { signIn } = invocation.parts;
  if (!needsSignIn(tool)) return invoke(invocation, input);
  if (await signIn.isMissing()) await signIn.request(options);
  try {
    return await invoke(invocation, input);
  } catch (error) {
    if (!(await signIn.hasEnded(error))) throw error;
    await signIn.request(options);
    return invoke(invocation, input);
  }
}

/** Collects all pages of a list, for tools that have no parameters for paging. */
async function invoke(
  { tool, parts: { kernel }, options }: Invocation,
  input: Record<string, unknown>,
): Promise<unknown> {
  const { id } = tool.operation;
  if (!hidesPages(tool)) return kernel.invoke(id, input, options);
  const data: unknown[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const part = { ...input, pageSize: PAGE_SIZE, ...(after !== null && { after }) };
    const page = (await kernel.invoke(id, part, options)) as Page<unknown>;
    data.push(...page.data);
    after = page.next;
    if (after === null) break;
  }
  return { data, next: after, prev: null };
}

/** The folder that the call works in: the one that it names, else the one that is open. */
async function folderFor(
  { operation }: Tool,
  { roots }: CallParts,
  given: Readonly<Record<string, unknown>>,
): Promise<ProjectFolder> {
  const open = await roots.folder();
  const { inProject = false, paths = [] } = operation.mcp ?? {};
  if (inProject && given[PROJECT_DIR] !== undefined)
    return {
      folder: await folderOf(given[PROJECT_DIR], { parameter: PROJECT_DIR, cwd: open.folder }),
    };
  const works = inProject || paths.some((field) => !isWhole(given[field]));
  if (works && !(await isFolder(open.folder)))
    throw removed(open.folder, inProject ? PROJECT_DIR : paths.join('`, `'));
  return open;
}

const isWhole = (path: unknown): boolean => typeof path === 'string' && isAbsolute(path);

function removed(folder: string, parameter: string): SvcError {
  const hint = `Give an absolute path in \`${parameter}\`, or have a person start the tool server in an existing folder.`;
  return usageError({ what: `The folder ${folder}, in which the tools work, was removed.`, hint });
}

/** Calls a tool. A failure is a tool result that describes it, never an error of the protocol. */
export async function callTool(
  tool: Tool,
  parts: CallParts,
  { params, extra }: Call,
): Promise<CallToolResult> {
  const progress = new CallProgress(extra);
  const speak = parts.words(tool);
  try {
    const given = checkedArguments(params.arguments ?? {});
    const input = toolInput(tool, given);
    const { folder: cwd, note } = await folderFor(tool, parts, given);
    if (note !== undefined) progress.note(note);
    const { signal } = extra;
    const consent = new ToolConsent(tool.name, parts, signal);
    const options = { signal, cwd, ask: toolAsk(tool, parts.client, signal), consent, progress };
    return resultOf(
      await parts.calls.run(() => answerOf({ tool, parts, options }, input)),
      progress.messages,
      speak,
    );
  } catch (error) {
    return errorResult(error, progress.messages, speak);
  }
}
