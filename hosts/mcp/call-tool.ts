import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolRequest, CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { usageError, type Ask, type Extent, type Page, type Progress } from 'svc-registry/kernel';
import type { InvokeOptions, Kernel } from '../../kernel/index.js';
import type { Calls } from './calls.js';
import type { ClientRoots } from './client-roots.js';
import { saneArguments } from './sane-arguments.js';
import type { SignIn } from './sign-in.js';
import { errorResult, resultOf, toolStyle, type Answer } from './tool-result.js';
import { toolInput, type Tool } from './tools.js';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What calls of one client have in common. */
export interface CallParts {
  readonly kernel: Kernel;
  readonly roots: ClientRoots;
  readonly signIn: SignIn;
  readonly calls: Calls;
}

/** A call as it came. */
export interface Call {
  readonly params: CallToolRequest['params'];
  readonly extra: Extra;
}

type Options = InvokeOptions & { readonly signal: AbortSignal };

/** The protocol's own number must grow with every message: how far something has come is said in words. */
function stepText(text: string, extent: Extent | undefined): string {
  return extent === undefined ? text : `${extent.phase} ${text} (${Math.floor(extent.done)} of ${extent.total})`;
}

/** Progress goes to the client if it asked for it; warnings and notes go into the answer. */
class CallProgress implements Progress {
  readonly messages: string[] = [];
  #count = 0;

  constructor(private readonly extra: Extra) {}

  step(text: string, extent?: Extent): void {
    const progressToken = this.extra._meta?.progressToken;
    if (progressToken === undefined) return;
    this.#count += 1;
    const params = { progressToken, progress: this.#count, message: stepText(text, extent) };
    // a client that has gone is noticed by the transport
    this.extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  }

  note(text: string): void {
    this.messages.push(text);
  }

  warn(text: string): void {
    this.messages.push(`warning: ${text}`);
  }
}

function refuse({ message, flag }: { message: string; flag: string }): Promise<never> {
  const flags = flag.startsWith('-') ? flag : `--${flag}`;
  const hint = `Have a person run the command of \`svc\` for it in a terminal, or answer it there with ${flags}.`;
  return Promise.reject(usageError({ what: `Only a person can decide this: ${message}`, hint }));
}

const askNobody: Ask = { interactive: false, confirm: refuse, text: refuse, password: refuse, select: refuse, selectMany: refuse };

/** Whether the tool is for people who are signed in. */
function needsSignIn({ operation: { access, mcp } }: Tool): boolean {
  return mcp?.signIn ?? (access !== 'anyone' && access !== 'local');
}

/** Pages that a tool collects, at most: what has more is no list that an agent could read. */
const MOST_PAGES = 50;
const PAGE_SIZE = 100;

function hidesPages({ operation: { list, mcp } }: Tool): boolean {
  return list && (['pageSize', 'after'] as const).every((field) => mcp?.omit?.includes(field) === true);
}

/** One call of one tool. */
class ToolCall {
  constructor(
    private readonly tool: Tool,
    private readonly parts: CallParts,
    private readonly options: Options,
  ) {}

  /** Signs somebody in first where that is missing, or where it turns out to have ended. */
  answer(input: Record<string, unknown>): Promise<Answer> {
    return needsSignIn(this.tool) ? this.answerSomebody(input) : this.invoke(input);
  }

  private async answerSomebody(input: Record<string, unknown>): Promise<Answer> {
    const { signIn } = this.parts;
    if (await signIn.isMissing()) await signIn.request(this.options);
    try {
      return await this.invoke(input);
    } catch (error) {
      if (!(await signIn.hasEnded(error))) throw error;
      await signIn.request(this.options);
      return this.invoke(input);
    }
  }

  private async invoke(input: Record<string, unknown>): Promise<Answer> {
    const { operation } = this.tool;
    const { kernel } = this.parts;
    const output = await (hidesPages(this.tool) ? this.wholeList(input) : kernel.invoke(operation.id, input, this.options));
    const render = operation.rendered && output !== undefined ? await kernel.renderer(operation.id) : undefined;
    return { output, words: render?.(output, toolStyle) };
  }

  /** A list whose pages the caller cannot ask for is answered whole. */
  private async wholeList(input: Record<string, unknown>): Promise<Page<unknown>> {
    const data: unknown[] = [];
    let after: string | null = null;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const part = { ...input, pageSize: PAGE_SIZE, ...(after !== null && { after }) };
      const page = (await this.parts.kernel.invoke(this.tool.operation.id, part, this.options)) as Page<unknown>;
      data.push(...page.data);
      after = page.next;
      if (after === null) break;
    }
    return { data, next: after, prev: null };
  }
}

/** Calls a tool. Whatever fails is an answer that says so, never an error of the protocol. */
export async function callTool(tool: Tool, parts: CallParts, { params, extra }: Call): Promise<CallToolResult> {
  const progress = new CallProgress(extra);
  try {
    const told = parts.roots.folder();
    const { folder: cwd, note } = told instanceof Promise ? await told : told;
    if (note !== undefined) progress.note(note);
    const options = { signal: extra.signal, cwd, ask: askNobody, progress };
    const input = toolInput(tool, saneArguments(params.arguments ?? {}));
    return resultOf(await parts.calls.run(() => new ToolCall(tool, parts, options).answer(input)), progress.messages);
  } catch (error) {
    return errorResult(error, progress.messages);
  }
}
