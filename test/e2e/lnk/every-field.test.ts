import lnkModule from '../../../modules/lnk/module.js';
import type { Explanation } from '../../../modules/lnk/contract/results.js';
import { startTestHost, type TestHost } from '../../../kernel/testing/index.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LnkProgram } from './lnk-program.js';
import { pathsOf, type Schema } from './schema-paths.js';

describe('every field of the schema names its source', () => {
  let lnk: LnkProgram;
  let host: TestHost;
  let schema: Schema;
  const explained = (field: string, configFile?: string): Promise<Explanation> =>
    host.invoke('lnk.explain', {
      field,
      ...(configFile !== undefined && { configFile: [configFile] }),
    }) as Promise<Explanation>;
  beforeAll(async () => {
    lnk = await LnkProgram.open();
    host = await startTestHost({ modules: [lnkModule], facet: 'client', env: {} });
    const { data } = await lnk.json(['schema']);
    schema = data as Schema;
  });
  afterAll(async () => {
    await host.stop();
    await lnk.close();
  });

  it('when nothing sets it', async () => {
    const paths = pathsOf(schema);
    expect(paths.length).toBeGreaterThan(250);
    for (const path of paths) {
      const { fields } = await explained(path);
      expect([path, fields.length > 0]).toEqual([path, true]);
      for (const { field, source, meaning, type } of fields) {
        const named = { field, kind: source.kind, meaning: meaning !== '', type: type !== '' };
        expect(named).toEqual({ field, kind: 'default', meaning: true, type: true });
      }
    }
  });

  it('when a short form of its section sets it', async () => {
    const file = await lnk.write('short.json', { target: { pod: 'a', container: 'b' } });
    const { fields } = await explained('target.pod', file);
    expect(fields).toEqual([
      expect.objectContaining({
        field: 'target.pod',
        value: 'a',
        source: { kind: 'file', file, line: 1, column: 18, path: 'target.pod' },
      }),
    ]);
  });

  it('when a file sets it, with the place', async () => {
    const file = await lnk.write('all.json', JSON.stringify(FILE, null, 2));
    for (const path of leavesOf(FILE)) {
      const { fields } = await explained(path, file);
      expect(fields).toEqual([
        expect.objectContaining({
          field: path,
          source: expect.objectContaining({ kind: 'file', file, path }),
        }),
      ]);
    }
  });

  it.each(['agent', 'feature', 'experimental', 'target'])(
    'in the program too: %s',
    async (name) => {
      const { code, data } = await lnk.json(['explain', name]);
      expect(code).toBe(0);
      const fields = new Set((data as Explanation).fields.map(({ field }) => field));
      const sections = pathsOf(schema).filter(
        (path) => path.startsWith(`${name}.`) && !path.includes('['),
      );
      // a field's own members are parts of its value
      const missing = sections.filter(
        (path) =>
          ![...fields].some(
            (field) => `${path}.`.startsWith(`${field}.`) || field.startsWith(`${path}.`),
          ),
      );
      expect(missing.filter((path) => name !== 'target' || path.startsWith('target.path'))).toEqual(
        [],
      );
    },
  );
});

const FILE = {
  key: 'ann',
  target: { path: 'deployment/orders', namespace: 'shop' },
  feature: {
    fs: { mode: 'write', local: ['^/a', '^/b'], mapping: { '^/src': '/app' } },
    env: { override: { PORT: '8080' } },
    network: {
      incoming: {
        mode: 'steal',
        port_mapping: [[80, 8080]],
        http_filter: { all_of: [{ header: 'a: b' }, { path: '^/x' }] },
      },
      outgoing: { filter: { local: ['10.0.0.0/8:5432'] } },
      dns: { enabled: true },
    },
  },
  agent: { ttl: 30, labels: { app: 'orders' } },
};

/** Paths of the values that are no objects and no lists. */
function leavesOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => leavesOf(item, `${path}[${String(index)}]`));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, step(path, name)));
}

const step = (path: string, name: string): string => {
  if (!/^\w+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
};
