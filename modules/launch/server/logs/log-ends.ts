import { inject, injectable } from 'tsyringe';
import { LessThan } from 'typeorm';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { printable } from '../../../../toolbox/printable.js';
import { LogEntry } from './log-entry.entity.js';

const MOST_LINES = 200;
const MOST_CHARACTERS = 64 * 1024;
const BATCH = 50;

/** The end of a log, in which nothing acts or hides. */
interface LogEnd {
  readonly text: string;
  /** Whether there is more before it. */
  readonly cut: boolean;
}

/** Reads the ends of logs, for people who look at a launch again and again. */
@injectable()
export class LogEnds {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async of(runId: string): Promise<LogEnd> {
    const entries: LogEntry[] = [];
    for (let complete = false; !complete && !isEnough(entries);) {
      const first = entries[0];
      const found = await this.reads.manager.find(LogEntry, {
        where: { runId, ...(first !== undefined && { n: LessThan(first.n) }) },
        order: { n: 'DESC' },
        take: BATCH,
      });
      entries.unshift(...found.reverse());
      complete = found.length < BATCH;
    }
    const whole = textOf(entries);
    const text = endOf(whole);
    return { text, cut: (entries[0]?.n ?? 1) > 1 || text.length < whole.length };
  }
}

function isEnough(entries: readonly LogEntry[]): boolean {
  const text = entries.map((entry) => entry.text).join('');
  return text.length > MOST_CHARACTERS || text.split('\n').length > MOST_LINES + 1;
}

/** As `svc launch logs` prints it, but lines of the worker never continue those of the agent. */
function textOf(entries: readonly Pick<LogEntry, 'stream' | 'text'>[]): string {
  let all = '';
  for (const { stream, text } of entries) {
    const isOwn = stream === 'svc';
    const begins = all === '' || all.endsWith('\n');
    all += `${isOwn && !begins ? '\n' : ''}${isOwn ? 'svc: ' : ''}${printable(text)}`;
  }
  return all;
}

function endOf(text: string): string {
  const lines = text.split('\n');
  // what follows the last line break is no line yet
  const kept = lines.slice(-MOST_LINES - 1).join('\n');
  return kept.slice(-MOST_CHARACTERS).replace(/^[\udc00-\udfff]/, '');
}
