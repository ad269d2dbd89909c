import { createServer, type ServerResponse } from 'node:http';
import { listening, type Listening } from '../../network/listening.js';
import { until } from '../../until.js';

/** A host on loopback that a scripted agent calls when it starts: a mark outside of its sandbox, which nothing takes back. */
export class AgentGate {
  readonly #starts: string[] = [];
  readonly #waiting = new Set<ServerResponse>();
  #holds = false;

  private constructor(private readonly listener: Listening) {}

  static async start(): Promise<AgentGate> {
    const server = createServer(({ url = '' }, response) => {
      gate.#starts.push(url.slice(1));
      if (!gate.#holds) {
        response.end();
        return;
      }
      gate.#waiting.add(response);
    });
    // programs in the sandbox reach 127.0.0.1 without its proxy
    const gate: AgentGate = new AgentGate(await listening(server, '127.0.0.2'));
    return gate;
  }

  get origin(): string {
    return this.listener.origin;
  }

  /** Whether agents wait for an answer, and so go on, until this is set to false. */
  set holds(holds: boolean) {
    this.#holds = holds;
    if (holds) return;
    for (const response of this.#waiting) response.end();
    this.#waiting.clear();
  }

  /** What the agent of this mark calls. */
  url(mark: string): string {
    return `${this.origin}/${mark}`;
  }

  startsOf(mark: string): number {
    return this.#starts.filter((each) => each === mark).length;
  }

  /** Waits until the agent of this mark has started. */
  async started(mark: string): Promise<void> {
    await until(() => this.startsOf(mark) > 0);
  }

  close(): Promise<void> {
    this.holds = false;
    return this.listener.close();
  }
}
