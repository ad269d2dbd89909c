import type { HostInfo } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { lockRows, type ReadDatabase, type UnitOfWork } from '../../../persistence/contract/db.js';
import { LaunchRun } from '../runs/launch-run.entity.js';
import { LogEntry, type LogStream } from './log-entry.entity.js';
import type { Mask, MaskedStream } from './masked-text.js';
import { storable } from '../../../../toolbox/storable.js';

/** Characters of an entry: at most 64 KiB in UTF-8, and in UTF-16. */
const MOST_ENTRY = 16 * 1024;
/** Characters of a launch's log. */
const MOST_LOG = 8 * 1024 * 1024;
/** Characters of the worker's own lines, which are not left out where the agent has filled the log. */
const MOST_OWN = 64 * 1024;
/** Characters that wait to be written before the program is held back. */
const MOST_WAITING = 256 * 1024;
const EVERY_MS = 500;

export interface RunLogTools {
  readonly unitOfWork: UnitOfWork;
  readonly reads: ReadDatabase;
  readonly host: Pick<HostInfo, 'clock' | 'log'>;
}

type Piece = Pick<LogEntry, 'stream' | 'text'>;

interface Source {
  readonly decoder: InstanceType<typeof TextDecoder>;
  readonly masked: MaskedStream;
}

/** Writes the log of one attempt at a launch, twice a second, after the entries of earlier ones. */
export class RunLog {
  readonly #sources = new Map<LogStream, Source>();
  #waiting: Piece[] = [];
  #waitingSize = 0;
  /** Characters that may still be added. */
  #free = MOST_LOG;
  #ownFree = MOST_OWN;
  #last: number | undefined;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** Nothing more is written: another attempt writes the log. */
  #closed = false;

  constructor(
    private readonly run: Pick<LaunchRun, 'id' | 'attempt'>,
    private readonly mask: Mask,
    private readonly tools: RunLogTools,
  ) {}

  /** A line of the worker itself. */
  say(line: string): void {
    const text = `${this.mask.text(line)}\n`;
    if (text.length > this.#ownFree) return;
    this.#ownFree -= text.length;
    this.#queue('svc', text);
  }

  /** Takes what a program has written. The promise holds it back while too much waits to be written. */
  write(stream: 'stdout' | 'stderr', chunk: Uint8Array): void | Promise<void> {
    if (this.#free === 0 || this.#closed) return undefined;
    const { decoder, masked } = this.#source(stream);
    this.#add(stream, decoder.decode(masked.add(chunk), { stream: true }));
    return this.#waitingSize > MOST_WAITING ? this.flush() : undefined;
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** What one program has written is complete. */
  async end(): Promise<void> {
    for (const [stream, { decoder, masked }] of this.#sources)
      this.#add(stream, decoder.decode(masked.end()));
    this.#sources.clear();
    await this.flush();
  }

  #source(stream: LogStream): Source {
    const known = this.#sources.get(stream);
    if (known !== undefined) return known;
    const source = { decoder: new TextDecoder(), masked: this.mask.stream() };
    this.#sources.set(stream, source);
    return source;
  }

  /** Adds what a program has written, as far as there is room for it. */
  #add(stream: LogStream, text: string): void {
    if (text === '' || this.#free === 0) return;
    const added = text.slice(0, this.#free);
    this.#free -= added.length;
    this.#queue(stream, added);
    if (this.#free === 0)
      this.#queue('svc', `The log has ${MOST_LOG} characters; the rest is left out.\n`);
  }

  #queue(stream: LogStream, text: string): void {
    if (this.#closed) return;
    for (const piece of piecesOf(storable(text))) this.#waiting.push({ stream, text: piece });
    this.#waitingSize += text.length;
    this.#timer ??= setTimeout(() => void this.flush(), EVERY_MS);
  }

  async #write(): Promise<void> {
    const pieces = this.#waiting;
    this.#waiting = [];
    this.#waitingSize = 0;
    if (pieces.length === 0) return;
    const { unitOfWork, reads, host } = this.tools;
    const { id: runId } = this.run;
    try {
      this.#last ??= (await reads.manager.maximum(LogEntry, 'n', { runId })) ?? 0;
      const from = this.#last + 1;
      const at = host.clock();
      const rows = joined(pieces).map((piece, index) => ({ runId, n: from + index, at, ...piece }));
      await unitOfWork.run(async (manager) => {
        if (await this.#holdsRun(manager)) await manager.insert(LogEntry, rows);
        else this.#closed = true;
      });
      this.#last += rows.length;
    } catch (error) {
      // whether they are stored is not known
      this.#last = undefined;
      host.log.warn({ error, run: runId }, 'a part of the log of a launch is lost');
    }
  }

  /** Whether the run is still this attempt's; no other one begins before the unit of work is over. */
  async #holdsRun(manager: EntityManager): Promise<boolean> {
    const { id, attempt } = this.run;
    const held = manager
      .createQueryBuilder(LaunchRun, 'r')
      .select('r.id')
      .where({ id, attempt, state: 'running' });
    return (await lockRows(held, 'pessimistic_read').getOne()) !== null;
  }
}

/** A text in parts for entries. No character is divided. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + MOST_ENTRY;
    const divides = /[\ud800-\udbff]/.test(text[end - 1] ?? '');
    pieces.push(text.slice(at, divides ? end - 1 : end));
    at += pieces.at(-1)?.length ?? MOST_ENTRY;
  }
  return pieces;
}

/** Neighbours of the same stream become one entry where it is small enough. */
function joined(pieces: readonly Piece[]): Piece[] {
  const entries: Piece[] = [];
  for (const { stream, text } of pieces) {
    const last = entries.at(-1);
    if (last?.stream === stream && last.text.length + text.length <= MOST_ENTRY) last.text += text;
    else entries.push({ stream, text });
  }
  return entries;
}
