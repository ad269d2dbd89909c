import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defineModule, defineOperation, handle, type Context } from 'svc-registry/kernel';
import { IsBoolean } from 'svc-registry/dto';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { Calls } from './calls.js';
import { ClientRoots } from './client-roots.js';
import { createToolServer } from './tool-server.js';

class Nothing {}
class Decided {
  @IsBoolean() agreed!: boolean;
}

const question = { message: 'Install anyway?', flag: '--accept-warnings', initial: false };

class Decide {
  async run(_input: Nothing, { ask }: Context): Promise<Decided> {
    return { agreed: await ask.confirm(question) };
  }
}

const decide = defineOperation({
  id: 'demo.decide',
  summary: 'Decide',
  effect: 'write',
  runsAt: 'client',
  access: 'local',
  input: () => Promise.resolve(Nothing),
  output: () => Promise.resolve(Decided),
  mcp: { name: 'decide' },
});
const demo = defineModule({
  id: 'demo',
  api: '^1.0.0',
  summary: 'Demo',
  operations: [handle(decide, { run: () => Promise.resolve(Decide) })],
});

describe('a question of yes or no', () => {
  let host: TestHost;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    host = await startTestHost({ modules: [demo], facet: 'client' });
  });
  afterEach(() => host.stop());

  /** Calls the tool through a client whose person answers; without an answer it cannot ask. */
  async function decided(answer?: ElicitResult): Promise<unknown> {
    const { signal } = new AbortController();
    const options = {
      version: '1.0.0',
      signal,
      cwd: host.home,
      calls: new Calls(),
      allowed: { folders: [], public: false },
    };
    const server = createToolServer({ kernel: host.kernel, ...options });
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { capabilities: answer ? { elicitation: { form: {} } } : {} },
    );
    if (answer)
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        asked.push(params.message);
        return answer;
      });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    const { structuredContent } = await client.callTool({ name: 'decide', arguments: {} });
    await client.close();
    return structuredContent;
  }

  it('is put to the person by a client that can', async () => {
    expect(await decided({ action: 'accept', content: { agree: true } })).toEqual({ agreed: true });
    expect(await decided({ action: 'accept', content: { agree: false } })).toEqual({
      agreed: false,
    });
    expect(await decided({ action: 'decline' })).toEqual({ agreed: false });
    expect(asked).toEqual([question.message, question.message, question.message]);
  });

  it('refuses the call of a client that cannot', async () => {
    expect(await decided()).toMatchObject({
      error: { code: 'usage', message: expect.stringContaining(question.message) },
    });
  });
});

describe('the root of the file system', () => {
  it('is not open to tools of a server that was started there', async () => {
    const nobody = { tellsRoots: () => false, listRoots: () => Promise.resolve([]) };
    expect(await new ClientRoots(nobody, '/').open()).toEqual([]);
  });
});
