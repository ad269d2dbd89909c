import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AnyOperation, ModuleDeclaration } from 'svc-registry/kernel';
import { startTestHost } from 'svc-registry/testing';
import { builtInClients } from '../../hosts/builtin.js';

const root = join(import.meta.dirname, '..', '..');
const files = globSync('modules/*/module.ts', { cwd: root }).sort();
const modules: ModuleDeclaration[] = [];
for (const file of files)
  modules.push(
    ((await import(pathToFileURL(join(root, file)).href)) as { default: ModuleDeclaration })
      .default,
  );
const operations = modules.flatMap((module) =>
  (module.operations ?? []).map(({ operation }) => ({ module: module.id, operation })),
);
const contributions = modules.flatMap((module) => module.contributes ?? []);

const longQuestions: ReadonlySet<string> = new Set([
  'eval.checkRun',
  'policy.evaluateInstall',
  'policy.evaluatePolicy',
  'project.matchProject',
  'registry.matchTiles',
]);

const guarded = operations.filter(({ operation }) => typeof operation.access === 'object');
const permissionOf = ({ access }: AnyOperation): string =>
  typeof access === 'object' ? access.permission : '';
const kindOf = ({ access }: AnyOperation): string => (typeof access === 'object' ? access.on : '');

describe('the modules together', () => {
  it.each(['client', 'server'] as const)('all resolve on a %s', async (facet) => {
    const host = await startTestHost({ modules, facet });
    expect(host.kernel.modules().filter(({ state }) => state !== 'resolved')).toEqual([]);
    await host.stop();
  });

  it('have the client facets that the program imports without their declarations', async () => {
    const declared = modules.filter(({ client }) => client !== undefined);
    expect(Object.keys(builtInClients).sort()).toEqual(declared.map(({ id }) => id).sort());
    for (const { id, client } of declared)
      expect((await builtInClients[id]?.())?.default).toBe((await client?.())?.default);
  });

  it('are listed for the hosts as the build lists them', async () => {
    const { builtInText } = (await import(pathToFileURL(join(root, 'tools/builtin.mjs')).href)) as {
      builtInText: () => Promise<string>;
    };
    expect(readFileSync(join(root, 'hosts/builtin.ts'), 'utf8')).toBe(await builtInText());
  });

  it('each have a page that says what they are for', () => {
    const missing = files.filter((file) => !existsSync(join(root, file, '..', 'README.md')));
    expect(missing).toEqual([]);
  });

  it('use only permissions that somebody defines', () => {
    const defined = new Set(
      contributions.filter(({ point }) => point === 'identity.permissions').map(({ id }) => id),
    );
    expect(guarded.length).toBeGreaterThan(0);
    expect(
      guarded
        .map(({ operation }) => permissionOf(operation))
        .filter((permission) => !defined.has(permission)),
    ).toEqual([]);
  });

  it('guard only kinds of objects that somebody locates', () => {
    const located = new Set(
      contributions
        .filter(({ point }) => point === 'kernel.locators')
        .map(({ data }) => (data as { kind: string }).kind),
    );
    expect(
      guarded.map(({ operation }) => kindOf(operation)).filter((kind) => !located.has(kind)),
    ).toEqual([]);
  });

  it('name their tables with a prefix of their own', () => {
    const prefixes = contributions
      .filter(({ point }) => point === 'persistence.tables')
      .map(({ data }) => (data as { prefix: string }).prefix);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });
});

describe.each(operations.map(({ operation }) => [operation.id, operation] as const))(
  '%s',
  (_id, operation) => {
    it('is reachable', () => {
      const shown = [operation.cli, operation.mcp, operation.http].some(
        (surface) => surface !== undefined,
      );
      expect(shown).toBe(true);
      if (operation.access === 'local') expect(operation.http).toBeUndefined();
      else expect(operation.http).toBeDefined();
      // a command for the operator exists only on the server's machine
      if (operation.access === 'local' && operation.runsAt === 'server')
        expect(operation.mcp).toBeUndefined();
    });

    it('tells agents, where it is a tool, what they may assume about it', () => {
      if (operation.mcp === undefined) return;
      const { title, openWorld, destructive } = operation.mcp;
      expect({ title, openWorld }).toEqual({
        title: expect.any(String) as unknown,
        openWorld: expect.any(Boolean) as unknown,
      });
      expect(destructive).toEqual(operation.effect === 'read' ? undefined : expect.any(Boolean));
    });

    it('is authorised unless it runs on the own machine', () => {
      if (operation.runsAt === 'client') expect(operation.access).toBe('local');
    });

    it('says what it does in a line without a full stop', () => {
      expect(operation.summary).toMatch(/^[A-Z][^\n]*[^.\n]$/);
    });

    it('reads with GET, or with POST what is too long for an address, and writes with anything else than GET', () => {
      const reading = longQuestions.has(operation.id) ? 'POST' : 'GET';
      if (operation.http !== undefined)
        expect(operation.http.method === reading).toBe(operation.effect === 'read');
    });
  },
);

describe.each(
  contributions.map(
    (contribution) => [`${contribution.point} ${contribution.id}`, contribution] as const,
  ),
)('%s', (_id, { load }) => {
  let loaded: unknown;

  beforeAll(async () => {
    loaded = await load?.();
  });

  it('loads', () => {
    if (load !== undefined) expect(loaded).toBeDefined();
  });
});

it('there are modules', () => {
  expect(modules.map(({ id }) => id)).toEqual(expect.arrayContaining(['registry']));
});
