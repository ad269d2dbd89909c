import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program } from '../e2e/program.js';
import { installTestModules } from '../e2e/test-modules.js';
import { call, RawClient } from './harness/raw-client.js';
import { failed } from '../e2e/mcp/tool-client.js';

describe('the tool server, with a module that misbehaves', () => {
  let program: Program;
  let client: RawClient;

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
    await installTestModules(join(program.home, '.svc'), ['odd-tools']);
    client = await RawClient.greeted(program);
  });
  afterAll(() => program.close());

  const echoes = async (): Promise<void> => {
    client.send(call('echo', 'odd_echo', { text: 'still there' }));
    expect(await client.answer('echo')).toMatchObject({
      result: { structuredContent: { did: 'still there' } },
    });
    client.take();
  };

  it.each([
    ['odd_throw', '', ''],
    ['odd_throw_later', '', 'TypeError: not so, from a timer'],
    ['odd_reject_unheard', '', 'TypeError: not so, and nobody listens'],
    // where node itself would not make a crash of it
    ['odd_reject_unheard', '--unhandled-rejections=warn', 'TypeError: not so, and nobody listens'],
  ])('answers the call of %s as failed, and goes on %s', async (name, options, reported) => {
    if (options !== '') {
      await client.close();
      client = await RawClient.greeted(program, { env: { NODE_OPTIONS: options } });
    }
    client.send(call('open', 'odd_wait'), call('crash', name));
    const { result } = await client.answer('crash');
    expect(result).toMatchObject(failed({ code: 'internal' }));
    expect(JSON.stringify(result)).not.toContain('not so');
    expect(client.take().filter(({ id }) => id === 'open')).toEqual([]);
    await echoes();
    client.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'open' },
    });
    await client.close();
    expect(client.started.stderr()).toContain(reported);
    client = await RawClient.greeted(program);
  });

  it('keeps stdout for the protocol, whatever a module prints', async () => {
    client.send(call(1, 'odd_print'));
    expect(await client.answer(1)).toMatchObject({
      result: { structuredContent: { did: 'print' } },
    });
    client.take();
    await echoes();
    await client.close();
    // throws where a line is no JSON
    expect(client.said().length).toBeGreaterThan(0);
    expect(client.started.stdout()).not.toContain('printed');
    for (const printed of [
      'console.log',
      'console.info',
      'console.table',
      'process.stdout.write',
    ]) {
      expect(client.started.stderr()).toContain(`by ${printed}`);
    }
  });
});
