/** Every tool of the built-in modules, called once and well, against a real registry; what it answers is what it announced. */
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { OperationManifest } from '../../../kernel/index.js';
import { builtManifests } from '../../built-manifests.js';
import { describeByDayOn } from '../../contract/databases-by-day.js';
import { toolCalls, type ToolCalls } from '../../contract/module-calls.js';
import { newRepository, openRegistryServer, type RegistryServer } from '../registry-server.js';
import { openTools, type ToolClient } from './tool-client.js';

/** Those of schedules need ids of each other: `schedule-tools.test.ts`. */
const OURS = /^(identity|registry|install|project)\./;

/** Those that depend on each other are called here in order, after those that the modules have in `testing/calls.ts`. */
const CALLS: ToolCalls = [
  ...toolCalls,
  [
    'new_plugin',
    { name: 'acme/tea', summary: 'Tea.', skill: { name: 'brew', description: 'Use for tea.' } },
    { plugin: 'acme/tea' },
  ],
  ['tile_publish', { path: 'plugins/tea' }, { version: '0.1.0' }],
  [
    'skill_publish',
    { path: 'plugins/tea/skills/brew', workspace: 'acme' },
    { plugin: 'acme/brew' },
  ],
  [
    'search',
    { query: 'tea' },
    { data: expect.arrayContaining([expect.objectContaining({ plugin: 'acme/tea' })]) },
  ],
  [
    'tile_view',
    { packageName: 'acme/tea' },
    { plugin: { name: 'acme/tea' }, skills: [{ name: 'brew' }] },
  ],
  ['install', { packageName: 'acme/tea' }, { plugins: [{ action: 'installed' }] }],
  [
    'skills_available',
    {},
    { skills: expect.arrayContaining([expect.objectContaining({ plugin: 'acme/tea' })]) },
  ],
  ['status', {}, { authentication: { authenticated: true } }],
  ['outdated', {}, { outdated: [] }],
  ['update', { tiles: ['acme/tea'] }, { written: [] }],
  ['uninstall', { packageName: 'acme/tea' }, { plugins: [{ action: 'removed' }] }],
  ['login', {}, { userCode: expect.any(String) }],
];

describeByDayOn('sqlite', 'every tool', (database) => {
  let registry: RegistryServer;
  let tools: ToolClient;
  let listed: ReadonlyMap<string, Tool>;
  let declared: ReadonlyMap<string, OperationManifest>;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  const problemsOf = (schema: object, value: unknown): unknown => {
    const validate = ajv.compile(schema);
    validate(value);
    return validate.errors ?? [];
  };

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    const cwd = await newRepository(registry.program, 'repo');
    tools = await openTools(registry.program, { cwd, env: { SVC_NO_BROWSER: '1' } });
    const operations = builtManifests().flatMap((manifest) => manifest.operations);
    declared = new Map(
      operations.flatMap((operation) =>
        operation.mcp === undefined ? [] : [[operation.mcp.name, operation]],
      ),
    );
    listed = new Map((await tools.client.listTools()).tools.map((tool) => [tool.name, tool]));
  });

  afterAll(async () => {
    await tools.close();
    await registry.close();
  });

  it('is called below', async () => {
    const surface = JSON.parse(await readFile('docs/reference/surface.json', 'utf8')) as {
      tools: { tool: string; operation: string }[];
    };
    const ours = surface.tools
      .filter(({ operation }) => OURS.test(operation))
      .map(({ tool }) => tool);
    expect(CALLS.map(([name]) => name).sort()).toEqual(ours);
  });

  it.each(CALLS)('%s answers as it has announced', async (name, args, answer) => {
    const steps: number[] = [];
    const result: CallToolResult = await tools.call(name, args, {
      onprogress: ({ progress }) => steps.push(progress),
    });
    expect(result).toMatchObject({ structuredContent: answer });
    expect(result.isError).not.toBe(true);
    const { notes, ...data } = result.structuredContent!;
    expect(problemsOf(listed.get(name)!.outputSchema!, { ...data, notes: notes ?? [] })).toEqual(
      [],
    );
    // the list of tools has an outline of this
    const { output, list } = declared.get(name)!;
    for (const entry of list ? (data['data'] as unknown[]) : [data])
      expect(problemsOf(output!, entry)).toEqual([]);
    expect(
      result.content.map((block) => block.type === 'text' && (JSON.parse(block.text) as unknown)),
    ).toEqual([result.structuredContent]);
    expect(steps).toEqual(steps.map((_, index) => index + 1));
  });
});
