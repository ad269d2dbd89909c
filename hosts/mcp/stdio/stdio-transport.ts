import { finished, type Readable } from 'node:stream';
import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { Conversation } from './conversation.js';
import { LineReader } from './line-reader.js';
import { readLine, type Read } from './read-line.js';
import { invalidRequest, type Refusal } from './refusal.js';

/** The longest message that is read, in bytes. */
export const MESSAGE_LIMIT = 10 * 1024 * 1024;

export interface StdioStreams {
  readonly input: Readable;
  readonly output: {
    readonly write: (text: string) => boolean;
    readonly onError: (listener: (error: Error) => void) => void;
  };
}

/**
 * Messages as lines on two streams. Unlike the SDK's transport, it answers invalid messages, survives messages that are too long, and closes
 * when the client disconnects: at the end of the input, or when the output is closed.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #conversation = new Conversation();
  readonly #lines: LineReader;
  #closed = false;

  constructor(
    private readonly streams: StdioStreams,
    private readonly limit = MESSAGE_LIMIT,
  ) {
    this.#lines = new LineReader({ limit, onLine: this.#onLine, onLongLine: this.#onLongLine });
  }

  start(): Promise<void> {
    const { input, output } = this.streams;
    input.on('data', this.#onData);
    finished(input, { writable: false }, this.#onGone);
    // never removed: the last answers may meet a closed output
    output.onError(this.#onGone);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The client has gone.'));
    this.#conversation.answered(message);
    this.#write(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    const { input } = this.streams;
    input.off('data', this.#onData);
    input.pause();
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#lines.push(chunk);
  };

  readonly #onGone = (error?: Error | null): void => {
    if (error) this.onerror?.(error);
    void this.close();
  };

  readonly #onLine = (line: Buffer): void => {
    const { batch, read } = readLine(line);
    const refusal = batch ? this.#conversation.refuseBatch(read.length) : undefined;
    if (refusal !== undefined) this.#refuse(refusal);
    else for (const each of read) this.#take(each);
  };

  readonly #onLongLine = (): void => {
    this.#refuse(invalidRequest(`a message has at most ${this.limit} bytes.`));
  };

  #take(read: Read): void {
    const refusal = 'refusal' in read ? read.refusal : this.#conversation.refuse(read.message);
    if (refusal !== undefined) this.#refuse(refusal);
    else if ('message' in read) this.onmessage?.(read.message);
  }

  #refuse(refusal: Refusal): void {
    this.onerror?.(new Error(refusal.error.message));
    this.#write(refusal);
  }

  /** Write errors are ignored here, because the stream's `error` event reports a client that has disconnected. */
  #write(message: JSONRPCMessage | Refusal): void {
    this.streams.output.write(serializeMessage(message as JSONRPCMessage));
  }
}
