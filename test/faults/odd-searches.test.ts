/** What a search answers to queries that no person means, on each of the ways that lead to it. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeEachDatabase } from '../contract/databases.js';
import { openTools, type ToolClient } from '../e2e/mcp/tool-client.js';
import { openRegistryServer, writePlugin, type RegistryServer } from '../e2e/registry-server.js';

/** Found by any of them. */
const SCRIPTS = [
  'поиск',
  'αναζήτηση',
  'البحث',
  'חיפוש',
  'खोज',
  'ค้นหา',
  '代码审查',
  'コード検索',
  '검색',
  'კოდი',
];

const FINDS_NOTHING: readonly (readonly [string, string])[] = [
  ['operators only', '" AND* ^: ( | & ! <-> ) {} + @ = NEAR(" -: \\ %'],
  ['500 quotes', '"'.repeat(500)],
  ['quotes around each of many words', '"z" '.repeat(125)],
  ['what the index holds beside words', '@@public'],
];
/** A tool takes no such text for any of its parameters. */
const NO_TEXT: readonly (readonly [string, string])[] = [
  ['NUL', 'unheard\0of'],
  ['lone surrogates', '\ud800 \udfff'],
];
const TOO_LONG: readonly (readonly [string, string])[] = [
  ['10 KB of words', 'scripts '.repeat(1280)],
  ['10 KB without a blank', 'x'.repeat(10_240)],
];

/** How many hits there are, or the code of the error. */
type Outcome = number | string | undefined;
interface Document {
  readonly code?: string;
  readonly error?: { readonly code: string };
  readonly data?: readonly unknown[];
  readonly entries?: readonly unknown[];
}
const outcomeOf = ({ code, error, data, entries }: Document): Outcome =>
  (data ?? entries)?.length ?? code ?? error?.code;

describeEachDatabase('odd searches', (database) => {
  let registry: RegistryServer;
  let tools: ToolClient;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    const { cwd } = registry.program;
    const folder = await writePlugin(join(cwd, 'scripts'), {
      name: 'acme/scripts',
      private: false,
      description: SCRIPTS.join(' '),
    });
    await registry.svc(['plugin', 'publish', folder]);
    tools = await openTools(registry.program, { cwd });
  });
  afterAll(async () => {
    await tools.close();
    await registry.close();
  });

  const overHttp = async (query: string): Promise<Outcome> => {
    const response = await fetch(
      `${registry.server.origin}/experimental/search?${new URLSearchParams({ q: query }).toString()}`,
    );
    return outcomeOf((await response.json()) as Document);
  };
  const byTool = async (query: string): Promise<Outcome> =>
    outcomeOf((await tools.call('search', { query })).structuredContent as Document);
  // no argument of a program can hold a NUL
  const byCommand = async (query: string): Promise<Outcome> => {
    const { stdout } = await registry.program.run([
      'search',
      '--json',
      '--',
      query.replaceAll('\0', ''),
    ]);
    return outcomeOf(JSON.parse(stdout) as Document);
  };
  const everywhere = async (query: string) => ({
    http: await overHttp(query),
    tool: await byTool(query),
    command: await byCommand(query),
  });
  const all = (outcome: Outcome) => ({ http: outcome, tool: outcome, command: outcome });

  it.each(FINDS_NOTHING)('find nothing: %s', async (_what, query) => {
    expect(await everywhere(query)).toEqual(all(0));
  });

  it.each(NO_TEXT)('find nothing, and are refused by a tool: %s', async (_what, query) => {
    expect(await everywhere(query)).toEqual({ ...all(0), tool: 'invalid_input' });
  });

  it.each(TOO_LONG)('are refused: %s', async (_what, query) => {
    expect(await everywhere(query)).toEqual(all('invalid_input'));
  });

  it.each(SCRIPTS)('find words of other scripts: %s', async (word) => {
    expect(await everywhere(word)).toEqual(all(1));
  });
});
