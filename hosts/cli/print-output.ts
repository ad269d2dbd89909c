import type { FileResult, Page } from 'svc-registry/kernel';
import type { Kernel, OperationManifest } from '../../kernel/index.js';
import { printableJson } from './printable.js';
import type { Terminal } from './terminal.js';

export interface Result {
  readonly operation: OperationManifest;
  readonly output: unknown;
  /** Address of the server that answered. */
  readonly server?: string;
}

async function copyToStdout({ body }: FileResult): Promise<void> {
  for await (const chunk of body) {
    if (!process.stdout.write(chunk))
      await new Promise((resume) => process.stdout.once('drain', resume));
  }
}

/** A body that can be read in pieces marks a file: parsed JSON never contains an async iterable. */
function isFile(output: unknown): output is FileResult {
  const { body } = (output ?? {}) as { readonly body?: Partial<AsyncIterable<Uint8Array>> | null };
  return typeof body?.[Symbol.asyncIterator] === 'function';
}

async function textOf(
  { operation, output, server }: Result,
  kernel: Kernel,
  terminal: Terminal,
): Promise<string> {
  const renderer = operation.rendered ? await kernel.renderer(operation.id) : undefined;
  if (renderer !== undefined) return renderer(output, terminal.style, server);
  // a local command has already reported what it did; after a server call, no output at all would
  // be confusing
  if (output === undefined) return operation.runsAt === 'server' ? 'Done.' : '';
  const { defaultText } = await import('./default-text.js');
  if (!operation.list) return defaultText(output, terminal.style);
  const { data, next } = output as Page<unknown>;
  const more =
    next === null
      ? ''
      : `\n\n${terminal.style.dim('There is more: raise the limit, or use --json and its cursor.')}`;
  return defaultText(data, terminal.style) + more;
}

/** Prints an operation's output: as its module renders it, or as one JSON document. */
export async function printOutput(
  result: Result,
  kernel: Kernel,
  { terminal, json }: { terminal: Terminal; json: boolean },
): Promise<void> {
  terminal.status('');
  if (isFile(result.output)) return copyToStdout(result.output);
  if (json) {
    terminal.out(printableJson(result.output));
    return;
  }
  const text = await textOf(result, kernel, terminal);
  if (text !== '') terminal.text(text);
}
