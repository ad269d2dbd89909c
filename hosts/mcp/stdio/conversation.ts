import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { refuseParams } from './params.js';
import { invalidRequest, type Refusal } from './refusal.js';

/** The only protocol version with batches: several messages in an array. */
const WITH_BATCHES = '2025-03-26';

const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest =>
  'method' in message && 'id' in message;

/**
 * Enforces the rules for a client's messages: the first request is `initialize`, and no two open requests have the same id. The id of a
 * cancelled request, which gets no answer, stays taken: late messages of that request must not be attributed to another.
 */
export class Conversation {
  readonly #open = new Set<RequestId>();
  #greeting: RequestId | undefined;
  #version: string | undefined;

  /** Records a message from the client; answers the refusal if it breaks a rule. */
  refuse(message: JSONRPCMessage): Refusal | undefined {
    if (!isRequest(message)) return undefined;
    const { id, method } = message;
    if (this.#open.has(id))
      return invalidRequest(
        `the request with the id ${JSON.stringify(id)} was not answered yet.`,
        id,
      );
    const wrong = refuseParams(message);
    if (wrong !== undefined) return wrong;
    if (method === 'initialize') this.#greeting = id;
    if (this.#greeting === undefined && method !== 'ping') {
      return invalidRequest('the first request is "initialize".', id);
    }
    this.#open.add(id);
    return undefined;
  }

  /** The refusal of a batch that is not allowed. */
  refuseBatch(size: number): Refusal | undefined {
    if (size === 0) return invalidRequest('a batch is not empty.');
    if (this.#version === WITH_BATCHES) return undefined;
    return invalidRequest(`the protocol has batches in its version ${WITH_BATCHES} only.`);
  }

  /** Records an answer to the client. */
  answered(message: JSONRPCMessage): void {
    if ('method' in message || message.id === undefined) return;
    this.#open.delete(message.id);
    if (message.id !== this.#greeting || !('result' in message)) return;
    this.#version = String(message.result['protocolVersion']);
  }
}
