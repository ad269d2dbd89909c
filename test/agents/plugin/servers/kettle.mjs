// The smallest tool server: one tool, over lines of JSON-RPC.
import { createInterface } from 'node:readline';

const TOOL = {
  name: 'boil',
  description: 'Boils water',
  inputSchema: { type: 'object', properties: {} },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'kettle', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'The water boils.' }] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue; // a notification
  const answer = answers[method];
  const outcome = answer
    ? { result: answer(params) }
    : { error: { code: -32601, message: `No method ${method}` } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
}
