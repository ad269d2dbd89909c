import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { linesOf } from './lines.js';
import { BadMessage, parseMessage, type RunnerMessage } from './messages.js';

/** A request to the runner. It is part of this program, so it believes what it is asked. */
export type RunnerRequest =
  | {
      readonly do: 'run';
      readonly id: number;
      readonly program: string;
      readonly args: readonly string[];
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
      readonly input: string;
    }
  | { readonly do: 'kill' }
  | { readonly do: 'read'; readonly id: number; readonly path: string; readonly maxBytes: number }
  | {
      readonly do: 'write';
      readonly id: number;
      readonly path: string;
      readonly data: string;
      readonly first: boolean;
    };

type Answer = Exclude<RunnerMessage, { type: 'ready' }>;

/** What is done with the answers to one request. */
export type Receiver = (answer: Answer) => void | Promise<void>;

/** The conversation with the runner in a sandbox. A receiver that waits holds all further messages back. */
export class RunnerLink {
  private readonly receivers = new Map<number, Receiver>();
  private last = 0;
  private readonly input: Writable;
  private readonly output: Readable;
  /** The port of the bridge to the proxy, once the runner is ready. */
  readonly ready: Promise<number>;
  private receiving = false;
  private tellReady: (port: number) => void = () => undefined;

  constructor({ stdin, stdout }: ChildProcess) {
    if (stdin === null || stdout === null) throw new Error('the runner has no pipes');
    this.input = stdin;
    this.output = stdout;
    // a runner that has ended is noticed by its output
    this.input.on('error', () => undefined);
    this.ready = new Promise((resolve) => {
      this.tellReady = resolve;
    });
  }

  /** Reads until the runner has ended. Answers why it must be ended when it says what a runner does not say. */
  async listen(): Promise<string | undefined> {
    try {
      for await (const line of linesOf(this.output)) await this.take(parseMessage(line));
      return undefined;
    } catch (error) {
      // every other error is one of the stream: the runner has ended
      return error instanceof BadMessage ? 'its runner says what no runner says' : undefined;
    }
  }

  /** Starts to listen for the answers to one more request. Answers its id. */
  expect(receiver: Receiver): number {
    this.last += 1;
    this.receivers.set(this.last, receiver);
    return this.last;
  }

  forget(id: number): void {
    this.receivers.delete(id);
  }

  async send(request: RunnerRequest): Promise<void> {
    if (this.input.write(`${JSON.stringify(request)}\n`) || this.input.destroyed) return;
    await Promise.race([once(this.input, 'drain'), once(this.input, 'close')]);
  }

  /** True while a receiver holds back what the runner has said after it. */
  get held(): boolean {
    return this.receiving;
  }

  private async take(message: RunnerMessage): Promise<void> {
    if (message.type === 'ready') {
      this.tellReady(message.port);
      return;
    }
    this.receiving = true;
    // an answer that nobody waits for is late, or forged
    await this.receivers.get(message.id)?.(message);
    this.receiving = false;
  }
}
