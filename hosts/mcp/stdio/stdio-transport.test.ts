import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { StdioTransport } from './stdio-transport.js';

it.each<[string, (input: PassThrough) => void, string[]]>([
  ['ends', (input) => void input.end(), ['closed']],
  [
    'fails',
    (input) => void input.destroy(new Error('read ECONNRESET')),
    ['read ECONNRESET', 'closed'],
  ],
  ['is taken away', (input) => void input.destroy(), ['Premature close', 'closed']],
])('closes once when its input %s', async (_how, end, expected) => {
  const input = new PassThrough();
  const transport = new StdioTransport({
    input,
    output: { write: () => true, onError: () => undefined },
  });
  const said: string[] = [];
  transport.onerror = ({ message }) => void said.push(message);
  transport.onclose = () => void said.push('closed');
  await transport.start();
  end(input);
  await new Promise((turn) => setImmediate(turn));
  await transport.close();
  expect(said).toEqual(expected);
  await expect(transport.send({ jsonrpc: '2.0', id: 1, result: {} })).rejects.toThrow(
    'The client has gone.',
  );
});
