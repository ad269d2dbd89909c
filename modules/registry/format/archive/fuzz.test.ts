import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { isSvcError } from 'svc-registry/kernel';
import { skillText } from '../testing/plugin-files.js';
import { manifestEntry, pax, rawTar } from '../testing/raw-tar.js';
import { openArchive } from './read-archive.js';

const tar = rawTar([
  manifestEntry,
  { name: 'package/rules/', type: '5' },
  { name: 'package/rules/a.md', content: '# A\n\n[b](b.md)\n' },
  { name: 'package/skills/greet/SKILL.md', content: skillText('greet') },
  pax({ path: 'package/docs/long.md' }),
  { name: 'package/x', content: 'x' },
  {
    name: 'package/.mcp.json',
    content: '{"mcpServers": {"db": {"type": "stdio", "command": "db"}}}',
  },
]);
const archive = gzipSync(tar);

const flips = (length: number) =>
  fc.array(fc.tuple(fc.nat(length - 1), fc.nat(7)), { minLength: 1, maxLength: 4 });

function flipped(bytes: Buffer, changes: readonly (readonly [number, number])[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const [at, bit] of changes) copy.writeUInt8((copy[at] ?? 0) ^ (1 << bit), at);
  return copy;
}

async function opensOrRefuses(bytes: Buffer): Promise<void> {
  try {
    const { contents } = await openArchive(bytes);
    expect(contents.files.every(({ mode }) => [0o644, 0o755].includes(mode))).toBe(true);
  } catch (error) {
    if (!isSvcError(error)) throw error;
    expect(error.code).toMatch(/^(?:archive_\w+|plugin_invalid)$/);
  }
}

describe('damaged archives', () => {
  it('with bits flipped in the tar are opened or refused, never anything else', async () => {
    await fc.assert(
      fc.asyncProperty(flips(tar.length), (changes) =>
        opensOrRefuses(gzipSync(flipped(tar, changes), { level: 1 })),
      ),
      { numRuns: 300 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('with bits flipped in the gzip are opened or refused, never anything else', async () => {
    await fc.assert(
      fc.asyncProperty(flips(archive.length), (changes) =>
        opensOrRefuses(flipped(archive, changes)),
      ),
      { numRuns: 300 },
    );
  });

  it('cut off anywhere are refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(archive.length - 1), async (length) => {
        await expect(openArchive(archive.subarray(0, length))).rejects.toMatchObject({
          code: 'archive_gzip',
        });
      }),
      { numRuns: 50 },
    );
  });
});
