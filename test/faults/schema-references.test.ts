import { createServer } from 'node:net';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import {
  listReader,
  readSkill,
  remoteReader,
  resolveSchemas,
} from '../../modules/launch/preparation/index.js';
import { outboundKey } from '../../modules/outbound/contract/index.js';
import outboundModule from '../../modules/outbound/module.js';
import { MemoryPluginFormat } from '../../modules/registry/format/plugin-format.js';
import { describeOnSqlite } from '../contract/databases.js';
import { newRepository, openRegistryServer, writePlugin } from '../e2e/registry-server.js';
import { listening, type Listening } from '../network/listening.js';
import { startProxy } from '../network/proxy-server.js';
import { refusedAddresses } from '../network/refused-addresses.js';
import { countsOf } from './harness/counts.js';

const SLOTS = ['inputs', 'output'] as const;
const counts = countsOf('schema references');

describe('a launch that is prepared', () => {
  let canary: Listening;
  let connections = 0;
  let host: TestHost;
  beforeAll(async () => {
    const server = createServer((socket) => socket.end()).on(
      'connection',
      () => (connections += 1),
    );
    canary = await listening(server);
    host = await startTestHost({ modules: [outboundModule] });
  });
  afterAll(async () => {
    await host.stop();
    await canary.close();
  });

  /** Prepares a skill of which a slot names the address; `file` is beside it. */
  async function prepare(slot: string, reference: string, file = '{}') {
    const schemas = JSON.stringify({ [slot]: { $ref: reference } });
    const content = Buffer.from(`---\nname: greet\nschemas: ${schemas}\n---\nGreet.`);
    const skill = await readSkill({ path: 'greet/SKILL.md', content }, new MemoryPluginFormat());
    return resolveSchemas(skill, {
      readLocal: listReader([{ path: 'in.json', content: Buffer.from(file) }]),
      fetchRemote: remoteReader(await host.get(outboundKey)),
    });
  }

  it('connects to nothing that is not public, however it is written, and names the slot', async () => {
    const addresses = refusedAddresses(canary.port);
    const odd: unknown[] = [];
    for (const slot of SLOTS)
      for (const address of addresses) {
        const error: unknown = await prepare(slot, address).catch((reason: unknown) => reason);
        const {
          code,
          message = '',
          issues,
        } = error as {
          code?: string;
          message?: string;
          issues?: readonly { field: string }[];
        };
        const named = message.includes(`"${slot}"`) && issues?.[0]?.field === `schemas.${slot}`;
        // the author's own words may be repeated, but not where a name leads
        const leaks = !address.includes('127.0.0.1') && message.includes('127.0.0.1');
        if (code !== 'schema_unresolved' || !named || leaks) odd.push({ address, code, message });
        counts.add('addresses');
      }
    expect(addresses.length).toBeGreaterThan(90);
    expect(odd).toEqual([]);
    expect(connections).toBe(0);
  });

  it('would have been seen', async () => {
    const allowed = await startTestHost({
      modules: [outboundModule],
      env: { SVC_OUTBOUND_ALLOW: canary.origin },
    });
    const fetchRemote = remoteReader(await allowed.get(outboundKey));
    await expect(fetchRemote(canary.origin)).rejects.toMatchObject({ code: 'outbound_failed' });
    await allowed.stop();
    expect(connections).toBe(1);
    connections = 0;
  });

  it('follows no reference within a schema', async () => {
    for (const $ref of refusedAddresses(canary.port)) {
      const schema = { properties: { a: { $ref } }, $defs: { b: { $ref } }, allOf: [{ $ref }] };
      const resolved = await prepare('inputs', './in.json', JSON.stringify(schema));
      expect(resolved).toEqual({ inputs: schema });
      counts.add('inner references');
    }
    expect(connections).toBe(0);
  });
});

describeOnSqlite('a skill with remote schemas', (database) => {
  it('linting, publishing and installing fetch no schema', async () => {
    // whatever is fetched from elsewhere would be asked of the proxy
    const proxy = await startProxy({ hosts: new Map() });
    const env = {
      HTTPS_PROXY: proxy.origin,
      HTTP_PROXY: proxy.origin,
      NO_PROXY: '127.0.0.1',
      SVC_OUTBOUND_PROXY: 'use',
    };
    const registry = await openRegistryServer(database, { env });
    try {
      const { program } = registry;
      const plugin = await writePlugin(join(program.cwd, 'plugins/greet'), { name: 'acme/greet' });
      const $ref = 'https://schemas.example/greet.json';
      const front = {
        name: 'greet',
        description: 'Greets.',
        schemas: { inputs: { $ref }, output: { $ref } },
      };
      await writeFile(
        join(plugin, 'skills/greet/SKILL.md'),
        `---\n${JSON.stringify(front)}\n---\nGreet.\n`,
      );
      const repository = await newRepository(program, 'repository');
      for (const [args, cwd] of [
        [['plugin', 'lint'], plugin],
        [['plugin', 'publish'], plugin],
        [['install', 'acme/greet', '--agent', 'codex', '--yes'], repository],
        [
          ['install', `file:${plugin}`, '--agent', 'codex', '--yes'],
          await newRepository(program, 'other'),
        ],
      ] as const) {
        const { code, stdout, stderr } = await program.run(args, { cwd, env });
        expect({ args, code, said: code === 0 ? '' : stdout + stderr }).toEqual({
          args,
          code: 0,
          said: '',
        });
      }
      expect(proxy.requests).toEqual([]);
      await program.run(['search'], { env: { ...env, SVC_URL: 'http://elsewhere.example' } });
      expect(proxy.requests).not.toEqual([]);
    } finally {
      await registry.close();
      await proxy.close();
    }
  });
});
