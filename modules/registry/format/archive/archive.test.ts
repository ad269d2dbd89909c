import { describe, expect, it } from '@jest/globals';
import { gunzipSync } from 'node:zlib';
import { checkPlugin } from '../check-plugin.js';
import { pluginFiles, skillText } from '../testing/plugin-files.js';
import { openArchive } from './read-archive.js';
import { writeArchive } from './write-archive.js';

const long = `docs/${'x'.repeat(115)}/${'y'.repeat(60)}.txt`;

function contents() {
  const texts = {
    'skills/greet/SKILL.md': skillText('greet'),
    [long]: 'long',
    'docs/é.md': 'é',
    'hooks/a.sh': '#!/bin/sh\n',
    'docs/empty.md': '',
  };
  const checked = checkPlugin({ files: pluginFiles(texts) }).contents;
  if (checked === undefined) throw new Error('the fixture breaks a rule');
  return checked;
}

describe('archives', () => {
  it('come back as they went in', async () => {
    const before = contents();
    const { archive, fingerprint } = await writeArchive(before.files);
    const after = await openArchive(archive);
    expect(after.fingerprint).toBe(fingerprint);
    expect(
      after.contents.files.map((file) => ({ ...file, content: Buffer.from(file.content) })),
    ).toEqual(before.files);
    expect(after.contents.skills).toEqual(before.skills);
  });

  it('are the same bytes for the same files in any order, with no time, owner or machine in them', async () => {
    const { files } = contents();
    const first = await writeArchive(files);
    const second = await writeArchive([...files].reverse());
    expect(Buffer.from(first.archive).equals(second.archive)).toBe(true);
    const tar = gunzipSync(first.archive);
    expect(tar.toString('latin1', 0, 32)).toMatch(/^package\/\.svc-plugin\/plugin\.json\0/);
    expect(Number.parseInt(tar.toString('latin1', 136, 147), 8)).toBe(0);
    expect(archiveHead(first.archive)).toEqual({ time: 0, system: 255 });
  });
});

function archiveHead(archive: Uint8Array): { time: number; system: number } {
  const bytes = Buffer.from(archive);
  return { time: bytes.readUInt32LE(4), system: bytes.readUInt8(9) };
}
