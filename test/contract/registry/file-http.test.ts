import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeEachDatabase } from '../databases.js';
import { startHttp, type HttpHost } from '../web/http-host.js';
import { RegistryHost } from './registry-host.js';

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const files = '/v1/tiles/acme/demo/versions/1.0.0/files/';

// as they stand in the request line: no client library may tidy them up
const absent = [
  '%E0%A4%A',
  '%',
  '%zz',
  '%C0%AF',
  '%C0%AE%C0%AE/x',
  '%ff',
  '..%2f..%2fetc%2fpasswd',
  '../../etc/passwd',
  '%2e%2e/',
  '..;/',
  '.%00./',
  'a%00.md',
  'a%0d%0aX:1',
  '..%5c',
  '..\\..\\',
  '%252e%252e%252f',
  '/etc/passwd',
  '%2Fetc%2Fpasswd',
  '',
  '.',
  '..',
  'a/',
  'a//b',
  'a/./b',
  'a/../b',
  'rules/../rules/a.md',
  'rules//a.md',
  'rules/a.md/',
  'rules/a.md%00',
  '__proto__/x',
  'constructor',
  'hasOwnProperty',
  'cafe%CC%81.md',
  'RULES/A.MD',
  'rules/A.md',
  '%27%20OR%201=1%20--',
  'rules/a%25',
  'rules/_.md',
];

const there = new Map([
  ['rules/a.md', 'rule a'],
  ['rules%2Fa.md', 'rule a'],
  ['caf%C3%A9.md', 'NFC'],
  ['%F0%9F%98%80.md', 'smile'],
  ['a%20b', 'blank'],
  ['a+b', 'plus'],
  // a query is no part of the path
  ['rules/a.md?x=%E0%A4%A', 'rule a'],
]);

describeEachDatabase('the file endpoint over HTTP', (database) => {
  let registry: RegistryHost;
  let http: HttpHost;
  let blobs: string;

  beforeAll(async () => {
    const location = await database.create();
    blobs = join(location.dataDir, 'blobs');
    registry = await RegistryHost.start(location);
    const extra = {
      'caf\u00E9.md': 'NFC',
      '\u{1F600}.md': 'smile',
      'a b': 'blank',
      'a+b': 'plus',
      'page.html': '<p>',
      'pic.svg': '<svg/>',
      'cut.md': 'as long as this',
      'odd.md': 'no file any more',
    };
    await registry.publish({ rules: { a: 'rule a' }, files: extra });
    await registry.publish({ name: 'acme/secret', private: true, rules: { a: 'secret' } });
    http = await startHttp(registry.host.kernel);
  });
  afterAll(async () => {
    http.close();
    await registry.stop();
  });

  /** Sends the request target byte by byte as it is. */
  async function get(
    target: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const socket = connect(Number(new URL(http.origin).port), '127.0.0.1');
    const lines = Object.entries({ Host: 'x', Connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
    const chunks: Buffer[] = [];
    for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
    const [head = '', ...body] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
    const [first = '', ...fields] = head.split('\r\n');
    const named = fields.map(
      (field) =>
        [
          field.slice(0, field.indexOf(':')).toLowerCase(),
          field.slice(field.indexOf(':') + 2),
        ] as const,
    );
    return {
      status: Number(first.split(' ')[1]),
      headers: new Map(named),
      body: body.join('\r\n\r\n'),
    };
  }

  it.each([...absent.map((path) => [path, path]), ['9,000 characters', 'x'.repeat(9000)]])(
    'answers 404 to %s',
    async (_what, path = '') => {
      const { status, headers, body } = await get(`${files}${path}`);
      expect([status, headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('application/problem+json'),
      ]);
      expect(headers.has('x')).toBe(false);
      expect(JSON.parse(body)).toMatchObject({ status: 404, code: expect.any(String) });
    },
  );

  it.each(['%E0%A4%A', '%', '..', '%00', '%2e%2e', 'acme%2Fdemo'])(
    'answers 404 to the workspace, plugin or version %j',
    async (bad) => {
      for (const target of [
        `/v1/tiles/${bad}/demo/versions/1.0.0`,
        `/v1/tiles/acme/${bad}/versions/1.0.0`,
        `/v1/tiles/acme/demo/versions/${bad}`,
      ]) {
        expect((await get(`${target}/files/rules/a.md`)).status).toBe(404);
      }
    },
  );

  it.each([...there])('hands out %j', async (path, content) => {
    const { status, headers, body } = await get(`${files}${path}`);
    expect([status, body]).toEqual([200, content]);
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('answers 304 to who has the file already', async () => {
    const { headers } = await get(`${files}rules/a.md`);
    const again = await get(`${files}rules/a.md`, { 'If-None-Match': headers.get('etag')! });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('has browsers save active content', async () => {
    for (const path of ['page.html', 'pic.svg']) {
      expect((await get(`${files}${path}`)).headers.get('content-disposition')).toMatch(
        /^attachment/,
      );
    }
  });

  it('keeps private files out of shared caches', async () => {
    const secret = '/v1/tiles/acme/secret/versions/1.0.0/files/rules/a.md';
    const { status, headers } = await get(secret, { Authorization: 'Bearer member' });
    expect([status, headers.get('cache-control')]).toEqual([
      200,
      'private, max-age=31536000, immutable',
    ]);
    expect((await get(secret)).status).toBe(404);
    expect((await get(secret, { Authorization: 'Bearer outsider' })).status).toBe(404);
  });

  it('never passes a damaged file off as whole, and lets no cache keep the failure', async () => {
    const pathOf = (text: string): string => {
      const hash = createHash('sha256').update(text).digest('hex');
      return join(blobs, hash.slice(0, 2), hash.slice(2));
    };
    await writeFile(pathOf('as long as this'), 'as long');
    const cut = await fetch(`${http.origin}${files}cut.md`);
    await expect(cut.text()).rejects.toThrow();
    await rm(pathOf('no file any more'));
    await mkdir(pathOf('no file any more'));
    const { status, headers } = await get(`${files}odd.md`);
    expect([status, headers.get('cache-control'), headers.has('etag')]).toEqual([
      503,
      'no-store',
      false,
    ]);
  });

  it('answers 403 `moderation_hidden` to those who may see the plugin, 404 to others', async () => {
    await registry.change(`UPDATE registry_versions SET state = 'fail'`);
    const secret = '/v1/tiles/acme/secret/versions/1.0.0/files/rules/a.md';
    const seen = await get(secret, { Authorization: 'Bearer member' });
    expect([seen.status, JSON.parse(seen.body)]).toEqual([
      403,
      expect.objectContaining({ code: 'moderation_hidden' }),
    ]);
    expect((await get(`${files}rules/a.md`)).status).toBe(403);
    expect((await get(secret)).status).toBe(404);
    await registry.change(`UPDATE registry_versions SET state = 'skipped'`);
  });
});
