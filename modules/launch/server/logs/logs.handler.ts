import { setTimeout } from 'node:timers/promises';
import type { Context, FileResult, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { MoreThan } from 'typeorm';
import { isOver } from '../../../jobs/contract/run.machine.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { LaunchLogsInput } from '../../contract/launch-inputs.js';
import { launchTarget } from '../runs/launch-locator.js';
import { LaunchRun } from '../runs/launch-run.entity.js';
import { LogEntry } from './log-entry.entity.js';

const EVERY_MS = 500;
const LONGEST_WAIT = 20;
const PAGE = 50;
/** Entries of one answer; whoever follows asks for the next ones. */
const MOST_ENTRIES = 500;

@injectable()
export class LogsHandler implements Handler<LaunchLogsInput, FileResult> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async run(
    { after: given, wait = given === undefined ? 0 : LONGEST_WAIT }: LaunchLogsInput,
    context: Context,
  ): Promise<FileResult> {
    const { id } = launchTarget(context);
    const after = given ?? 0;
    await this.#untilMore({ id, after, wait }, context.signal);
    return {
      body: this.#lines(id, after),
      contentType: 'application/x-ndjson',
      shared: false,
    };
  }

  /** Waits for an entry, for the end of the launch, and no longer than that. */
  async #untilMore(
    { id, after, wait }: { id: string; after: number; wait: number },
    signal: AbortSignal,
  ): Promise<void> {
    const end = performance.now() + wait * 1000;
    while (performance.now() < end && !signal.aborted) {
      const { manager } = this.reads;
      const run = await manager.findOne(LaunchRun, { where: { id }, select: { state: true } });
      if (run === null || isOver(run.state)) return;
      if (await manager.existsBy(LogEntry, { runId: id, n: MoreThan(after) })) return;
      await setTimeout(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async *#lines(runId: string, after: number): AsyncGenerator<Uint8Array> {
    for (let last = after; last < after + MOST_ENTRIES;) {
      const entries = await this.reads.manager.find(LogEntry, {
        where: { runId, n: MoreThan(last) },
        order: { n: 'ASC' },
        take: PAGE,
      });
      for (const { n, at, stream, text } of entries)
        yield Buffer.from(`${JSON.stringify({ n, at: at.toISOString(), stream, text })}\n`);
      last = entries.at(-1)?.n ?? Infinity;
    }
  }
}
