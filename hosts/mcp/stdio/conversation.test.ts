import { describe, expect, it } from '@jest/globals';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { Conversation } from './conversation.js';

const request = (
  id: RequestId,
  method: string,
  params: Record<string, unknown> = {},
): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const call = (id: RequestId) => request(id, 'tools/call', { name: 'x' });
const clientInfo = { name: 'test', version: '1' };
const hello = (protocolVersion: string) =>
  request(0, 'initialize', { protocolVersion, capabilities: {}, clientInfo });
const answer = (id: RequestId, result: Record<string, unknown> = {}): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  result,
});
const refused = (id: RequestId) =>
  expect.objectContaining({ id, error: expect.objectContaining({ code: -32600 }) });

function greeted(protocolVersion = '2025-11-25'): Conversation {
  const conversation = new Conversation();
  expect(conversation.refuse(hello(protocolVersion))).toBeUndefined();
  conversation.answered(answer(0, { protocolVersion }));
  return conversation;
}

describe('a conversation', () => {
  it('begins with initialize; ping may go before', () => {
    const conversation = new Conversation();
    expect(conversation.refuse(request(1, 'tools/list'))).toEqual(refused(1));
    expect(conversation.refuse(request(1, 'ping'))).toBeUndefined();
    // without a version it is no greeting
    const nameless = conversation.refuse(
      request(2, 'initialize', { capabilities: {}, clientInfo }),
    );
    expect(nameless).toMatchObject({
      id: 2,
      error: { code: -32602, message: expect.stringContaining('params.protocolVersion: ') },
    });
    expect(conversation.refuse(request(3, 'tools/list'))).toEqual(refused(3));
    expect(conversation.refuse(hello('2025-11-25'))).toBeUndefined();
    expect(conversation.refuse(request(3, 'tools/list'))).toBeUndefined();
  });

  it('has one open request for an id, until it is answered', () => {
    const conversation = greeted();
    expect(conversation.refuse(call(1))).toBeUndefined();
    expect(conversation.refuse(call('1'))).toBeUndefined();
    expect(conversation.refuse(request(1, 'ping'))).toEqual(refused(1));
    conversation.answered(answer(1));
    expect(conversation.refuse(request(1, 'ping'))).toBeUndefined();
    // which is never answered
    const cancelled: JSONRPCMessage = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    };
    expect(conversation.refuse(cancelled)).toBeUndefined();
    expect(conversation.refuse(request(1, 'ping'))).toEqual(refused(1));
  });

  it('lets answers and notifications pass', () => {
    const conversation = new Conversation();
    expect(conversation.refuse(answer(5))).toBeUndefined();
    expect(
      conversation.refuse({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    ).toBeUndefined();
  });

  it('has batches in one version of the protocol', () => {
    for (const [version, refusal] of [
      ['2025-11-25', -32600],
      ['2025-06-18', -32600],
      ['2025-03-26', undefined],
      ['2024-11-05', -32600],
    ] as const) {
      expect(greeted(version).refuseBatch(2)?.error.code).toBe(refusal);
    }
    expect(new Conversation().refuseBatch(1)?.error.code).toBe(-32600);
    expect(greeted('2025-03-26').refuseBatch(0)?.error.code).toBe(-32600);
  });
});
