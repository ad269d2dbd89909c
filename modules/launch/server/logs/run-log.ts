import type { HostInfo } from 'svc-registry/kernel';
import {
  isUniqueViolation,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { storable } from '../storable.js';
import { LogEntry, type LogStream } from './log-entry.entity.js';
import { MaskedStream, type Mask } from './masked-text.js';

/** Characters of an entry: at most 64 KiB in UTF-8, and in UTF-16. */
const MOST_ENTRY = 16 * 1024;
/** Characters of a launch's log. */
const MOST_LOG = 8 * 1024 * 1024;
/** Characters that wait to be written before the program is held back. */
const MOST_WAITING = 512 * 1024;
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
  #size = 0;
  #last: number | undefined;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** Nothing more is written: the log is full, or another attempt writes it. */
  #closed = false;

  constructor(
    private readonly runId: string,
    private readonly mask: Mask,
    private readonly tools: RunLogTools,
  ) {}

  /** A line of the worker itself. */
  say(line: string): void {
    this.#add('svc', `${this.mask.text(line)}\n`);
  }

  /** Takes what a program has written. The promise holds it back while too much waits to be written. */
  write(stream: 'stdout' | 'stderr', chunk: Uint8Array): void | Promise<void> {
    if (this.#closed) return undefined;
    const { decoder, masked } = this.#source(stream);
    this.#add(stream, masked.add(decoder.decode(chunk, { stream: true })));
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
    for (const [stream, { masked }] of this.#sources) this.#add(stream, masked.end());
    this.#sources.clear();
    await this.flush();
  }

  #source(stream: LogStream): Source {
    const known = this.#sources.get(stream);
    if (known !== undefined) return known;
    const source = { decoder: new TextDecoder(), masked: new MaskedStream(this.mask) };
    this.#sources.set(stream, source);
    return source;
  }

  #add(stream: LogStream, text: string): void {
    if (text === '' || this.#closed) return;
    const free = MOST_LOG - this.#size;
    this.#queue(stream, text.slice(0, free));
    if (text.length > free) {
      this.#queue('svc', `The log has more than ${MOST_LOG} characters; the rest is left out.\n`);
      this.#closed = true;
    }
    this.#timer ??= setTimeout(() => void this.flush(), EVERY_MS);
  }

  #queue(stream: LogStream, text: string): void {
    const kept = storable(text);
    for (let at = 0; at < kept.length; at += MOST_ENTRY)
      this.#waiting.push({ stream, text: kept.slice(at, at + MOST_ENTRY) });
    this.#waitingSize += kept.length;
    this.#size += kept.length;
  }

  async #write(): Promise<void> {
    const pieces = this.#waiting;
    this.#waiting = [];
    this.#waitingSize = 0;
    if (pieces.length === 0) return;
    const { unitOfWork, reads, host } = this.tools;
    try {
      this.#last ??= (await reads.manager.maximum(LogEntry, 'n', { runId: this.runId })) ?? 0;
      const from = this.#last + 1;
      const at = host.clock();
      const rows = joined(pieces).map((piece, index) => ({
        runId: this.runId,
        n: from + index,
        at,
        ...piece,
      }));
      await unitOfWork.run((manager) => manager.insert(LogEntry, rows));
      this.#last += rows.length;
    } catch (error) {
      // another attempt writes the log by now: this one has lost the run
      if (isUniqueViolation(error)) this.#closed = true;
      else host.log.warn({ error, run: this.runId }, 'a part of the log of a launch is lost');
    }
  }
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
