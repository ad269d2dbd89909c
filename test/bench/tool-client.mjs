import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** A client that costs next to nothing: lines of JSON over pipes. */
export class ToolClient {
  #waiting = new Map();
  #pending = '';
  #ids = 0;

  constructor(args, options) {
    this.child = spawn(process.execPath, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdout.setEncoding('utf8').on('data', (chunk) => this.#read(chunk));
  }

  /** Milliseconds from the start of the process to its answer to `initialize`. */
  static async measured(args, options) {
    const started = performance.now();
    const client = new ToolClient(args, options);
    await client.request('initialize', HELLO);
    const time = performance.now() - started;
    client.#send({ method: 'notifications/initialized' });
    return { client, time };
  }

  request(method, params) {
    const id = ++this.#ids;
    const answered = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    return answered;
  }

  /** Milliseconds that a request takes. */
  async timed(method, params) {
    const started = performance.now();
    const { error, result } = await this.request(method, params);
    if (error !== undefined || result.isError === true)
      throw new Error(`${method} failed: ${JSON.stringify(error ?? result)}`);
    return performance.now() - started;
  }

  /** Megabytes that the process holds; `undefined` where the system does not say. */
  memory() {
    try {
      return (
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8'))?.[1]) /
        1024
      );
    } catch {
      return undefined;
    }
  }

  async close() {
    this.child.stdin.end();
    if (this.child.exitCode === null) await once(this.child, 'exit');
  }

  #send(message) {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #read(chunk) {
    const lines = (this.#pending + chunk).split('\n');
    this.#pending = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
  }
}
