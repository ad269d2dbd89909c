import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pack, type Header } from 'tar-stream';
import { parsePackageSource } from '../../resolve/package-source.js';
import { makeZip } from '../../testing/make-zip.js';
import { packageFiles } from './package-files.js';
import { unpack } from './unpack.js';

/** By path: a body, a status, or where it redirects. */
const answers = new Map<string, Buffer | string | number | { readonly location: string }>();
const requests: string[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const answer = answers.get(request.url ?? '') ?? 404;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else if (typeof answer === 'object' && 'location' in answer)
      response.writeHead(302, answer).end();
    else response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  answers.clear();
  requests.length = 0;
});

const context = { fetch, env: {}, signal: new AbortController().signal };
const hex = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function tgz(
  ...entries: readonly (Partial<Header> & { name: string; text?: string })[]
): Promise<Buffer> {
  const tar = pack();
  for (const { text = '', ...header } of entries) tar.entry(header, text);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}

async function read(text: string, env: Record<string, string> = {}) {
  const found = await packageFiles(parsePackageSource(text), { ...context, env });
  const paths = [...found.tree.entries.keys()].sort();
  const files = await found.tree.read(paths);
  return { ...found, paths, files };
}
/** Unpacks to 320 MB. */
function bomb(): Buffer {
  const part = gzipSync(Buffer.alloc(32 * 1024 * 1024));
  return Buffer.concat(Array.from({ length: 10 }, () => part));
}
const archive = (bytes: Buffer, more = '') => {
  answers.set('/x', bytes);
  return read(`archive:${origin}/x${more}`);
};

describe('an archive', () => {
  it('is a zip, whatever its name is, with the modes of its files', async () => {
    const bytes = makeZip([
      { path: 'skills/', mode: 0o40_755 },
      { path: 'skills/a/SKILL.md', text: 'Text' },
      { path: 'skills/a/run.sh', text: '#!/bin/sh', mode: 0o100_755 },
      { path: 'skills/a/link', text: '/etc/passwd', mode: 0o120_777 },
    ]);
    const found = await archive(bytes, `#sha256:${hex(bytes)}`);
    expect(found.version).toBe(`0.0.0-archive-${hex(bytes).slice(0, 12)}`);
    expect(
      found.files.map(({ path, executable, content }) => [path, executable, String(content)]),
    ).toEqual([
      ['skills/a/SKILL.md', false, 'Text'],
      ['skills/a/run.sh', true, '#!/bin/sh'],
    ]);
    expect(found.tree.entries.get('skills/a/link')?.kind).toBe('other');
  });

  it('is a gzipped tar, without the folder around everything', async () => {
    const bytes = await tgz(
      { name: 'tools-main', type: 'directory' },
      { name: './tools-main/README.md', text: 'x' },
      { name: 'tools-main/link', type: 'symlink', linkname: '../../x' },
    );
    const found = await archive(bytes);
    expect(found.paths).toEqual(['README.md', 'link']);
    expect(found.files.map(({ path }) => path)).toEqual(['README.md']);
  });

  it('is refused where its hash is another one', async () => {
    const refused = archive(makeZip([{ path: 'a' }]), `#sha256:${'0'.repeat(64)}`);
    await expect(refused).rejects.toMatchObject({ code: 'download_altered' });
  });

  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['is a page', () => Buffer.from('<html>'), /neither/],
    ['is empty', () => Buffer.alloc(0), /neither/],
    ['leads out, as a zip', () => makeZip([{ path: '../x' }]), /leads out/],
    ['is absolute, as a zip', () => makeZip([{ path: '/etc/x' }]), /leads out/],
    ['leads out, as a tar', () => tgz({ name: 'a/../../x' }), /leads out/],
    ['has a file twice', () => makeZip([{ path: 'a/b' }, { path: 'a/b' }]), /twice/],
    ['states another size', () => makeZip([{ path: 'a', text: 'xy', stated: 1 }]), /damaged/],
    [
      'states what is too large',
      () => makeZip([{ path: 'a', stated: 300_000_000 }]),
      /more than 268435456 bytes/,
    ],
    [
      'has 20,001 files',
      () => makeZip(Array.from({ length: 20_001 }, (_n, at) => ({ path: `f${at}` }))),
      /more than 20000 entries/,
    ],
    [
      'is cut',
      async () => (await tgz({ name: 'a', text: 'x'.repeat(5_000) })).subarray(0, 60),
      /damaged/,
    ],
    ['is a bomb', bomb, /more than 268435456 bytes/],
    ['is damaged', () => Buffer.from('PK\x03\x04nothing', 'latin1'), /damaged/],
  ])('is refused when it %s', async (_what, make, why) => {
    await expect(unpack(await make(), 'archive:x')).rejects.toMatchObject({
      code: 'archive_refused',
      message: expect.stringMatching(why) as unknown,
    });
  });
});

describe('a download', () => {
  it('follows redirects, and says what a host answers', async () => {
    answers.set('/a', { location: '/b' });
    answers.set('/b', makeZip([{ path: 'f/x' }]));
    expect((await read(`archive:${origin}/a`)).paths).toEqual(['x']);
    await expect(read(`archive:${origin}/none?token=secret`)).rejects.toMatchObject({
      code: 'download_unavailable',
      message: expect.stringContaining('status 404') as unknown,
    });
    answers.set('/broken', 500);
    await expect(read(`archive:${origin}/broken`)).rejects.toMatchObject({
      code: 'download_failed',
    });
  });

  it.each([
    ['http://other.test/x', /https:\/\/ only/],
    ['file:///etc/passwd', /https:\/\/ only/],
    ['https://u:p@other.test/x', /password/],
    ['/loop', /more than 5 times/],
  ])('does not follow a redirect to %s', async (location, why) => {
    answers.set('/a', { location });
    answers.set('/loop', { location: '/loop' });
    await expect(read(`archive:${origin}/a`)).rejects.toMatchObject({
      code: 'download_failed',
      message: expect.stringMatching(why) as unknown,
    });
  });

  it('does not follow a redirect from elsewhere to this machine', async () => {
    const redirecting = (input: string) => {
      requests.push(input);
      return Promise.resolve(new Response(null, { status: 302, headers: { location: origin } }));
    };
    const source = parsePackageSource('archive:https://other.test/x');
    await expect(
      packageFiles(source, { ...context, fetch: redirecting as typeof fetch }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('this machine') as unknown,
    });
    expect(requests).toEqual(['https://other.test/x']);
  });

  it('ends with its command', async () => {
    const source = parsePackageSource(`archive:${origin}/x`);
    await expect(
      packageFiles(source, { ...context, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a package of npm', () => {
  const offer = async (versions: readonly string[], tags: object, integrity?: string) => {
    const tarball = await tgz({
      name: 'package/package.json',
      text: '{"scripts": {"install": "exit 1"}}',
    });
    const sha512 = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    answers.set(
      '/@acme%2fx',
      JSON.stringify({
        'dist-tags': tags,
        versions: Object.fromEntries(
          versions.map((version) => [
            version,
            { dist: { tarball: `${origin}/x.tgz`, integrity: integrity ?? sha512 } },
          ]),
        ),
      }),
    );
    answers.set('/x.tgz', tarball);
  };
  const VERSIONS = ['1.0.0', '1.2.0', '2.0.0', '2.1.0-beta.1'];
  const TAGS = { latest: '1.2.0', next: '2.1.0-beta.1' };
  const readNpm = (wanted: string) => read(`npm:@acme/x${wanted}?registry=${origin}`);

  it.each([
    ['', '1.2.0'],
    ['@next', '2.1.0-beta.1'],
    ['@2.0.0', '2.0.0'],
    ['@^1.0.0', '1.2.0'],
    ['@>=1.0.0', '1.2.0'],
    ['@2.x', '2.0.0'],
  ])('%s is the version %s', async (wanted, version) => {
    await offer(VERSIONS, TAGS);
    const found = await readNpm(wanted);
    expect(found).toMatchObject({ version, paths: ['package.json'] });
    expect(found.exact.text).toBe(`npm:@acme/x@${version}?registry=${origin}`);
  });

  it('comes from the registry that the environment names', async () => {
    await offer(VERSIONS, TAGS);
    expect((await read('npm:@acme/x', { npm_config_registry: `${origin}/` })).exact.text).toBe(
      'npm:@acme/x@1.2.0',
    );
    await expect(
      read('npm:@acme/x', { NPM_CONFIG_REGISTRY: 'http://npm.test' }),
    ).rejects.toMatchObject({ code: 'source_invalid' });
  });

  it('is refused where the registry has no such version, or states another hash or none', async () => {
    await offer(VERSIONS, TAGS);
    await expect(readNpm('@9')).rejects.toMatchObject({
      code: 'package_version_unknown',
      hint: expect.stringContaining('1.2.0') as unknown,
    });
    await offer(VERSIONS, TAGS, `sha512-${'A'.repeat(86)}==`);
    await expect(readNpm('')).rejects.toMatchObject({ code: 'download_altered' });
    await offer(VERSIONS, TAGS, 'sha1-abc');
    await expect(readNpm('')).rejects.toMatchObject({ code: 'download_failed' });
    answers.set('/@acme%2fx', '<html>');
    await expect(readNpm('')).rejects.toMatchObject({ code: 'download_failed' });
  });
});
