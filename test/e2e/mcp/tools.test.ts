import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program } from '../program.js';
import { failed, openTools, wordsOf, type ToolClient } from './tool-client.js';

const READS = 'reads';
const ADDS = 'adds';
const CHANGES = 'changes';

/** What agents may do with identity, registry and install: parameters (`!` required, `=` with a default), what it does to what is there, and whether strangers may have written what it answers. */
const TOOLS: Readonly<
  Record<string, readonly [parameters: string, effect: string, world: 'open' | 'closed']>
> = {
  login: ['', ADDS, 'open'],
  search: ['after limit query!', READS, 'open'],
  tile_view: ['file offset packageName!', READS, 'open'],
  install: ['packageName projectDir skills', ADDS, 'open'],
  uninstall: ['packageName! projectDir skills', CHANGES, 'closed'],
  outdated: ['projectDir', READS, 'open'],
  update: ['force=false projectDir tiles!', CHANGES, 'open'],
  status: ['projectDir', READS, 'closed'],
  skills_available: ['limit words workspace', READS, 'closed'],
  workspace_list: ['', READS, 'closed'],
  workspace_list_members: ['workspace!', READS, 'closed'],
  workspace_create: ['name! orgId', ADDS, 'closed'],
  new_plugin: ['isPrivate=true name! path rules skill summary!', ADDS, 'closed'],
  tile_publish: ['path workspace', ADDS, 'open'],
  skill_publish: ['path public workspace', ADDS, 'open'],
};

type Property = { readonly default?: boolean | string; readonly description?: string };

function parametersOf({ inputSchema: { properties = {}, required = [] } }: Tool): string {
  const names = Object.entries(properties as Record<string, Property>).map(
    ([name, { default: value }]) => {
      if (required.includes(name)) return `${name}!`;
      return value === undefined ? name : `${name}=${String(value)}`;
    },
  );
  return names.sort().join(' ');
}

const effectOf = ({ annotations = {} }: Tool): string => {
  if (annotations.readOnlyHint === true) return READS;
  return annotations.destructiveHint === false ? ADDS : CHANGES;
};

/** What a tool costs the model in each session, in tokens, by the usual estimate of four characters each. */
const costOf = (tool: Tool): number => JSON.stringify(tool).length / 4;
const MOST_ON_AVERAGE = 250;
const MOST_OF_ONE = 600;

/** Tools that answer nothing if they succeed. */
const SILENT = ['schedule_delete'];

describe('what the tool server tells about itself', () => {
  let program: Program;
  let server: ToolClient;
  let tools: Tool[];

  beforeAll(async () => {
    // nothing listens there
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:4' });
    server = await openTools(program, { cwd: program.cwd });
    ({ tools } = await server.client.listTools());
  });

  afterAll(async () => {
    await server.close();
    await program.close();
  });

  it('is its name, what it is for, and nothing that it does not offer', () => {
    expect(server.client.getServerVersion()).toMatchObject({ name: 'Registry Tool Server' });
    expect(server.client.getInstructions()).toContain('`status`');
    expect(server.client.getServerCapabilities()).toEqual({ tools: {} });
  });

  it('is every tool with its parameters and hints', () => {
    const ours = tools.filter(({ name }) => Object.hasOwn(TOOLS, name));
    const told = ours.map((tool) => [
      tool.name,
      [
        parametersOf(tool),
        effectOf(tool),
        tool.annotations?.openWorldHint === false ? 'closed' : 'open',
      ],
    ]);
    expect(Object.fromEntries(told)).toEqual(TOOLS);
  });

  it('is, for every tool, a title, a description, words for each parameter and the shape of its answer, without references', () => {
    for (const { name, title, description, inputSchema, outputSchema } of tools) {
      expect({ name, title, description }).toEqual({
        name,
        title: expect.any(String) as unknown,
        description: expect.any(String) as unknown,
      });
      if (SILENT.includes(name)) expect(outputSchema).toBeUndefined();
      else
        expect(outputSchema).toMatchObject({
          type: 'object',
          properties: { error: { type: 'object' }, notes: { type: 'array' } },
        });
      const undescribed = Object.entries(
        (inputSchema.properties ?? {}) as Record<string, Property>,
      ).filter(([, property]) => property.description === undefined);
      expect(undescribed).toEqual([]);
      expect(JSON.stringify(inputSchema)).not.toContain('$ref');
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  it('is short: each session of an agent begins with all of it', () => {
    const costs = tools.map((tool) => [tool.name, costOf(tool)] as const);
    expect(costs.filter(([, cost]) => cost > MOST_OF_ONE)).toEqual([]);
    expect(costs.reduce((sum, [, cost]) => sum + cost, 0) / costs.length).toBeLessThanOrEqual(
      MOST_ON_AVERAGE,
    );
  });

  it('is, without a server, one clear answer from every tool that needs it, and the others work', async () => {
    const answers = await Promise.all(
      [
        ['login'],
        ['search', { query: 'x' }],
        ['workspace_list'],
        ['tile_publish'],
        ['new_plugin', { name: 'acme/x', summary: 'X.', rules: 'x' }],
        ['install', { packageName: 'acme/x' }],
        ['tile_view', { packageName: 'acme/x' }],
      ].map(([name, args]) => server.call(name as string, args as Record<string, unknown>)),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject(
        failed({ code: 'server_unreachable', hint: expect.any(String) as unknown }),
      );
      expect(answer.content).toHaveLength(1);
      expect(wordsOf(answer)).toMatch(
        /^Error \(server_unreachable\): The server at http:\/\/127\.0\.0\.1:4 cannot be reached.*\nNext: /,
      );
    }
    expect((await server.call('status')).structuredContent).toMatchObject({
      authentication: { authenticated: false },
    });
  });
});
