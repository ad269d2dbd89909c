import { describe, expect, it } from '@jest/globals';
import {
  contribute,
  defineExtensionPoint,
  defineModule,
  handle,
  serviceKey,
  type AnyOperation,
  type ModuleDeclaration,
} from 'svc-registry/kernel';
import { discover } from '../loader/discover.js';
import { inlineSource, type ModuleSource } from '../loader/module-source.js';
import { resolveGraph } from './resolve.js';

function module(id: string, more: Partial<ModuleDeclaration> = {}): ModuleDeclaration {
  return defineModule({ id, api: '^1.0.0', summary: 'A module', ...more });
}

function operation(
  id: string,
  more: Partial<AnyOperation> = {},
): NonNullable<ModuleDeclaration['operations']>[number] {
  const spec: AnyOperation = {
    id,
    summary: 'x',
    effect: 'read',
    runsAt: 'client',
    access: 'local',
    list: false,
    input: () => Promise.reject(new Error('not needed')),
    ...more,
  };
  return handle(spec, { run: () => Promise.reject(new Error('not needed')) });
}

async function rows(...given: readonly (ModuleDeclaration | ModuleSource)[]): Promise<string[]> {
  const sources = given.map((one) => ('load' in one ? one : inlineSource(one)));
  const graph = resolveGraph(await discover(sources, 'client'));
  return graph.all.map((record) =>
    [
      record.id,
      record.state,
      ...(record.fault === undefined ? [] : [`${record.fault.code}: ${record.fault.cause}`]),
    ].join(' '),
  );
}

describe('resolving modules', () => {
  it('puts requirements first', async () => {
    const found = [
      module('c', { requires: ['b'] }),
      module('b', { requires: ['a'] }),
      module('a'),
    ].map((one) => inlineSource(one));
    const graph = resolveGraph(await discover(found, 'client'));
    expect(graph.ordered.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('leaves out what requires a missing module, and what requires that', async () => {
    expect(
      await rows(
        module('a'),
        module('b', { requires: ['gone'] }),
        module('c', { requires: ['b'] }),
      ),
    ).toEqual([
      'a resolved',
      'b unsatisfied requirement_missing: requires module "gone", which is not there',
      'c unsatisfied requirement_failed: requires module "b", which is unsatisfied: requires module "gone", which is not there',
    ]);
  });

  it('rejects cycles and names them', async () => {
    expect(
      await rows(
        module('a', { requires: ['b'] }),
        module('b', { requires: ['a'] }),
        module('c', { requires: ['a'] }),
        module('d'),
      ),
    ).toEqual([
      'a rejected requirement_cycle: requires itself: a → b → a',
      'b rejected requirement_cycle: requires itself: a → b → a',
      'c unsatisfied requirement_failed: requires module "a", which is rejected: requires itself: a → b → a',
      'd resolved',
    ]);
  });

  it('rejects a module written for another kernel', async () => {
    expect(
      await rows(
        module('a', { api: '^2.0.0' }),
        module('b', { api: 'soon' }),
        module('c', { api: '>=1' }),
      ),
    ).toEqual([
      'a rejected unsupported_api: written for kernel api ^2.0.0, but this is 1.0.0',
      'b rejected unsupported_api: "api" is "soon", which is not a range of versions such as "^1.0.0"',
      'c resolved',
    ]);
  });

  it('rejects the module of a third party that takes a name, whatever the order, and names both', async () => {
    const cli = (name: string) => ({ cli: { name } });
    const theirs = module('theirs', { operations: [operation('theirs.list', cli('list'))] });
    const ours = module('ours', {
      operations: [operation('ours.list', { cli: { name: 'ls', aliases: ['list'] } })],
    });
    expect(await rows(inlineSource(theirs, { origin: '/x/package.json' }), ours)).toEqual([
      'ours resolved',
      'theirs rejected name_taken: command "svc list" of module "theirs" (/x/package.json) is already taken by module "ours"',
    ]);
  });

  it('keeps the commands of each program apart', async () => {
    const having = (id: string, program: 'svc' | 'lnk' = 'svc') =>
      module(id, { operations: [operation(`${id}.list`, { cli: { name: 'list', program } })] });
    expect(await rows(having('a'), having('b', 'lnk'), having('c', 'lnk'))).toEqual([
      'a resolved',
      'b resolved',
      'c rejected name_taken: command "lnk list" of module "c" is already taken by module "b"',
    ]);
  });

  it('rejects a command of a program that there is not', async () => {
    const cli = { name: 'list', program: 'git' as 'lnk' };
    expect(await rows(module('a', { operations: [operation('a.list', { cli })] }))).toEqual([
      'a rejected invalid_declaration: operation "a.list" names the program "git"; there are svc, lnk',
    ]);
  });

  it.each<[string, Partial<AnyOperation>, string]>([
    ['tools', { mcp: { name: 'x' } }, 'tool "x"'],
    ['routes', { http: { method: 'GET', path: '/v1/:id', tag: 'public' } }, 'route "GET /v1/:"'],
  ])('keeps %s unique', async (_what, surface, name) => {
    const [, second] = await rows(
      module('a', { operations: [operation('a.x', surface)] }),
      module('b', { operations: [operation('b.x', surface)] }),
    );
    expect(second).toBe(
      `b rejected name_taken: ${name} of module "b" is already taken by module "a"`,
    );
  });

  it('keeps contributions and modules unique', async () => {
    const point = defineExtensionPoint<object>('a.point');
    const [, second, third] = await rows(
      module('a', { contributes: [contribute(point, 'x', {})] }),
      module('b', { contributes: [contribute(point, 'x', {})] }),
      inlineSource(module('a'), { origin: '/x/package.json' }),
    );
    expect(second).toBe(
      'b rejected name_taken: contribution "x" at "a.point" of module "b" is already taken by module "a"',
    );
    expect(third).toBe(
      'a rejected name_taken: module "a" of module "a" (/x/package.json) is already taken by module "a"',
    );
  });

  it.each([
    [
      'kernel.host',
      'rejected name_taken: client service "kernel.host" of module "b" is already taken by the kernel',
    ],
    [
      'kernel.connection',
      'rejected name_taken: client service "kernel.connection" of module "b" is already taken by module "a"',
    ],
    ['a.accounts', 'rejected invalid_declaration: service "a.accounts" must be named "b.…"'],
  ])('lets no module take the service %s', async (id, expected) => {
    const providing = (key: string) => ({
      client: () =>
        Promise.resolve({ default: { provides: [{ key: serviceKey(key), make: () => 1 }] } }),
    });
    const [, second] = await rows(
      module('a', providing('kernel.connection')),
      module('b', providing(id)),
    );
    expect(second).toBe(`b ${expected}`);
  });

  it('says every thing that is wrong with a declaration', async () => {
    const [row] = await rows(
      module('a', {
        operations: [
          operation('b.x', { runsAt: 'server', access: 'local', mcp: { name: 'x' } }),
          operation('a.x', { runsAt: 'server', access: 'anyone' }),
          operation('a.y'),
          operation('a.y'),
        ],
      }),
    );
    expect(row).toBe(
      'a rejected invalid_declaration: operation "b.x" is for the operator of the server: it can be a command only; ' +
        'operation "a.x" runs on the server, so it needs an HTTP surface; operation "b.x" must be named "a.…"',
    );
    const command = operation('a.z', {
      runsAt: 'server',
      access: 'local',
      cli: { name: 'server z' },
    });
    expect(await rows(module('a', { operations: [command] }))).toEqual(['a resolved']);
    expect(await rows(module('a', { operations: [operation('a.y'), operation('a.y')] }))).toEqual([
      'a rejected name_taken: operation "a.y" is declared twice by module "a"',
    ]);
    expect(await rows(module('Bad Id'))).toEqual([
      'Bad Id rejected invalid_declaration: "id" must be lower-case letters, digits and hyphens',
    ]);
  });

  it('survives a module that cannot be loaded or declares nonsense', async () => {
    const broken: ModuleSource = {
      id: 'broken',
      origin: '/x',
      load: () => Promise.reject(new Error('boom')),
    };
    const nonsense = {
      id: 'nonsense',
      origin: '/x',
      load: () => Promise.resolve(42 as unknown as ModuleDeclaration),
    };
    const unreadable = {
      ...inlineSource(module('unreadable')),
      problem: { code: 'manifest_unreadable' as const, cause: '/x/manifest.json is not JSON' },
    };
    expect(await rows(broken, nonsense, unreadable, module('fine'))).toEqual([
      'unreadable rejected manifest_unreadable: /x/manifest.json is not JSON',
      'fine resolved',
      'broken failed load_failed: cannot be loaded: boom',
      'nonsense rejected unsupported_api: "api" is "undefined", which is not a range of versions such as "^1.0.0"',
    ]);
  });
});
