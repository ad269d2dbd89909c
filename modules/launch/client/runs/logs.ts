import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Context, FileResult, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import { isOver } from '../../../jobs/contract/run.machine.js';
import { downloadLogs, showLaunch } from '../../contract/launch-operations.js';
import type { PrintLogsInput } from '../../contract/run-command-inputs.js';
import { printable } from '../../../../toolbox/printable.js';

/** Seconds that the server may hold an answer back. */
const WAIT = 20;

interface Entry {
  readonly n: number;
  readonly stream: string;
  readonly text: string;
}

@injectable()
export class LogsHandler implements Handler<PrintLogsInput, FileResult> {
  async run({ id }: PrintLogsInput, context: Context): Promise<FileResult> {
    // an unknown id is an error, not an empty log
    await context.invoke(showLaunch, { id });
    return { body: textOf(entries(id, context)), contentType: 'text/plain; charset=utf-8' };
  }
}

async function* textOf(all: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const { stream, text } of all)
    yield Buffer.from(stream === 'svc' ? `svc: ${printable(text)}` : printable(text));
}

/** The entries so far, and those that come until the launch has ended or the person leaves. */
async function* entries(id: string, context: Context): AsyncGenerator<Entry> {
  for (let after = 0; ;) {
    const { status } = await context.invoke(showLaunch, { id });
    const before = after;
    for await (const entry of page({ id, after }, context)) {
      yield entry;
      after = entry.n;
    }
    if ((isOver(status) && after === before) || context.signal.aborted) return;
  }
}

async function* page(
  { id, after }: { readonly id: string; readonly after: number },
  { invoke }: Pick<Context, 'invoke'>,
): AsyncGenerator<Entry> {
  const { body } = await invoke(downloadLogs, { id, after, wait: WAIT });
  const lines = createInterface({ input: Readable.from(body), crlfDelay: Infinity });
  for await (const line of lines) if (line !== '') yield JSON.parse(line) as Entry;
}
