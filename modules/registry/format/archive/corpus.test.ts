import { describe, expect, it } from '@jest/globals';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { limits } from '../limits.js';
import { gunzip } from './gzip.js';
import {
  manifestEntry,
  pax,
  rawArchive,
  rawEntries,
  rawTar,
  tarEnd,
  type RawEntry,
} from '../testing/raw-tar.js';
import { openArchive, readArchive } from './read-archive.js';

const base256 = Buffer.from([
  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
]);
const file = (name: string, content = 'x'): RawEntry => ({ name: `package/${name}`, content });
const named = (name: string): RawEntry => ({ name, content: 'x' });
const pair = (a: string, b: string): RawEntry[] => [file(a), file(b)];
const long = (name: string): RawEntry[] => [
  { name: '././@LongLink', type: 'L', content: `${name}\0` },
  file('short'),
];
const paxPath = (path: string): RawEntry[] => [pax({ path }), file('short')];

const manyExtensions = (count: number, records: Readonly<Record<string, string>>): RawEntry[] =>
  Array.from({ length: count }, (_, at) => [pax(records), file(`docs/${at}`)]).flat();

type Row = readonly [title: string, code: string, entries: readonly RawEntry[]];

const rows: readonly Row[] = [
  ['climbing out', 'archive_path', [named('package/../../evil.txt')]],
  ['climbing out with backslashes', 'archive_path', [file('..\\..\\evil.txt')]],
  ['climbing out by the ustar prefix', 'archive_path', [{ ...named('evil.txt'), prefix: '../..' }]],
  ['climbing out by a pax path', 'archive_path', paxPath('package/../../x')],
  ['climbing out by a GNU long name', 'archive_path', long('../../../x')],
  ['absolute', 'archive_path', [named('/evil.txt')]],
  ['absolute twice', 'archive_path', [named('//evil.txt')]],
  ['on a drive', 'archive_path', [named('C:\\evil.txt')]],
  [
    'a symbolic link and a file through it',
    'archive_entry_type',
    [{ ...named('package/link'), type: '2', link: '../../../out', content: '' }, file('link/pwn')],
  ],
  [
    'an absolute symbolic link',
    'archive_entry_type',
    [{ name: 'package/link', type: '2', link: '/etc/passwd' }],
  ],
  [
    'a folder that becomes a link',
    'archive_entry_type',
    [
      { name: 'package/d/', type: '5' },
      { name: 'package/d', type: '2', link: '/tmp' },
      file('d/pwn'),
    ],
  ],
  [
    'a folder and a file in another case',
    'archive_collision',
    [{ name: 'package/D/', type: '5' }, file('d')],
  ],
  [
    'a folder and a file of the same name',
    'archive_collision',
    [{ name: 'package/d/', type: '5' }, file('d')],
  ],
  ['a hard link', 'archive_entry_type', [{ name: 'package/h', type: '1', link: '/etc/passwd' }]],
  [
    'a hard link to itself',
    'archive_entry_type',
    [{ name: 'package/h', type: '1', link: 'package/h' }],
  ],
  ['a character device', 'archive_entry_type', [{ name: 'package/c', type: '3' }]],
  ['a block device', 'archive_entry_type', [{ name: 'package/b', type: '4' }]],
  ['a pipe', 'archive_entry_type', [{ name: 'package/p', type: '6' }]],
  ['a contiguous file', 'archive_entry_type', [{ ...file('c'), type: '7' }]],
  ['a GNU sparse file', 'archive_entry_type', [{ ...file('s'), type: 'S' }]],
  ['a sparse file by pax', 'archive_entry_type', [pax({ 'GNU.sparse.major': '1' }), file('s')]],
  ['an unknown type', 'archive_entry_type', [{ ...file('z'), type: 'Z' }]],
  [
    'a GNU long link name',
    'archive_entry_type',
    [{ name: '././@LongLink', type: 'K', content: 'x\0' }, file('a')],
  ],
  ['letter case', 'archive_collision', pair('README.md', 'readme.md')],
  ['composed and decomposed letters', 'archive_collision', pair('\u00e9.md', 'e\u0301.md')],
  ['sharp s', 'archive_collision', pair('Straße', 'STRASSE')],
  ['a ligature', 'archive_collision', pair('ﬁle', 'file')],
  ['long s', 'archive_collision', pair('ſ', 's')],
  ['the kelvin sign', 'archive_collision', pair('\u212a', 'k')],
  ['folders in two cases', 'archive_collision', pair('A/x', 'a/y')],
  ['the same path twice', 'archive_collision', [file('a', '1'), file('a', '2')]],
  ['a file and a path through it', 'archive_collision', pair('x', 'x/y')],
  ['a path and then a file in its way', 'archive_collision', pair('x/y', 'x')],
  ['a zero byte in a name', 'archive_corrupt', [named('package/a\0b')]],
  ['a zero byte in a pax path', 'archive_path', paxPath('package/a\0b')],
  ['a line break', 'archive_path', [file('a\nb')]],
  ['an escape sequence', 'archive_path', [file('\x1b[31m')]],
  ['a C1 control character', 'archive_path', [file('a\u0085b')]],
  ['a turn of the writing direction', 'archive_path', [file('a\u202egpj.exe')]],
  ['a zero-width space', 'archive_path', [file('a\u200bb')]],
  ...['CON', 'aux.md', 'nul.txt', 'a. ', 'b.', 'a.md:stream', 'a?b', 'a|b', 'LPT1', 'a /b'].map(
    (name): Row => [`the Windows name ${name}`, 'archive_path', [file(name)]],
  ),
  ['a git hook', 'archive_path', [{ ...file('.git/hooks/pre-commit'), mode: 0o755 }]],
  ['a git folder in another case', 'archive_path', [file('a/.Git/config')]],
  ['the short Windows name of .git', 'archive_path', [file('GIT~1/config')]],
  ['the folder of installed plugins', 'archive_path', [file('.svc/plugins/a/b/x')]],
  ['instructions for agents', 'archive_path', [file('docs/AGENTS.md')]],
  ['npm settings', 'plugin_invalid', [file('.npmrc')]],
  ['installed packages', 'plugin_invalid', [file('node_modules/.bin/x')]],
  ['an empty name', 'archive_path', [named('')]],
  ['a dot', 'archive_path', [named('.')]],
  ['a dot folder', 'archive_path', [{ name: './', type: '5' }]],
  ['a path with a dot component', 'archive_path', [file('./a')]],
  [
    'a pax size below the size',
    'archive_corrupt',
    [pax({ size: '0' }), file('a', 'y'.repeat(512))],
  ],
  ['a huge pax size', 'archive_corrupt', [pax({ size: '99999999999' }), file('a')]],
  ['a negative size', 'archive_corrupt', [{ ...file('a'), size: base256 }]],
  ['a wrong checksum', 'archive_corrupt', [{ ...file('a'), checksum: 1 }]],
  ['a size beyond the end', 'archive_corrupt', [{ ...file('a'), size: 100_000 }]],
  ['a folder with content', 'archive_corrupt', [{ name: 'package/d/', type: '5', content: 'x' }]],
  ['a file named like a folder', 'archive_path', [named('package/d/')]],
  ['no tar magic', 'archive_corrupt', [{ ...file('a'), magic: '\0\0\0\0\0\0\0\0' }]],
  [
    'two extended headers for one entry',
    'archive_corrupt',
    [pax({ path: 'package/a' }), pax({ path: 'package/b' }), file('c')],
  ],
  [
    'a pax record twice',
    'archive_corrupt',
    [{ name: 'p', type: 'x', content: '17 path=package/a\n17 path=package/b\n' }, file('c')],
  ],
  [
    'a pax record without length',
    'archive_corrupt',
    [{ name: 'p', type: 'x', content: 'path=a\n' }, file('c')],
  ],
  ['an extended header at the end', 'archive_corrupt', [file('a'), pax({ path: 'package/b' })]],
  [
    'text that is not UTF-8',
    'archive_corrupt',
    [{ name: Buffer.from([...Buffer.from('package/'), 0xff, 0xfe]), content: 'x' }],
  ],
  ['a path of 5,000 levels', 'archive_path', paxPath(`package/${'a/'.repeat(5000)}a`)],
  ['21 levels', 'archive_path', [file(`${'a/'.repeat(20)}a`)]],
  ['a component of 129 bytes', 'archive_path', paxPath(`package/${'a'.repeat(129)}`)],
  ['a path of 201 bytes', 'archive_path', paxPath(`package/${'a'.repeat(100)}/${'b'.repeat(100)}`)],
  [
    'extended headers of more than 4 MB in all',
    'archive_too_large',
    manyExtensions(70, { comment: 'x'.repeat(60_000) }),
  ],
  [
    'a global header with a path',
    'archive_entry_type',
    [pax({ path: 'package/x' }, 'g'), file('a')],
  ],
  ['another root', 'archive_root', [named('other/a')]],
  ['a file in place of the root', 'archive_root', [named('package')]],
  ['two manifests by case', 'archive_collision', [file('.svc-plugin/Plugin.json', '{}')]],
  ['a skill without SKILL.md', 'plugin_invalid', [file('skills/a/notes.md')]],
  ['a file above the limit', 'archive_too_large', [file('big', 'x'.repeat(limits.fileBytes + 1))]],
];

describe('the archive corpus', () => {
  it.each(rows)('refuses %s: %s', async (_, code, entries) => {
    await expect(openArchive(rawArchive([manifestEntry, ...entries]))).rejects.toMatchObject({
      code,
      exit: 3,
    });
  });

  it('refuses an archive without a manifest, and names one in another case', async () => {
    await expect(openArchive(rawArchive([file('a')]))).rejects.toMatchObject({
      code: 'archive_manifest',
    });
    const wrong = { ...manifestEntry, name: 'package/.svc-plugin/Plugin.JSON' };
    await expect(openArchive(rawArchive([wrong]))).rejects.toMatchObject({
      code: 'archive_manifest',
      message: expect.stringContaining('Plugin.JSON') as unknown,
    });
  });

  it('refuses a manifest above the limit', async () => {
    const large = { ...manifestEntry, content: ' '.repeat(limits.manifestBytes + 1) };
    await expect(openArchive(rawArchive([large]))).rejects.toMatchObject({
      code: 'archive_manifest',
    });
  });

  it('normalises modes and never keeps setuid', async () => {
    const entries = [0o6755, 0o777, 0o000, 0o644].map((mode, index) => ({
      ...file(`docs/${index}`),
      mode,
    }));
    const { contents } = await openArchive(rawArchive([manifestEntry, ...entries]));
    expect(contents.files.map(({ mode }) => mode)).toEqual([0o644, 0o755, 0o755, 0o644, 0o644]);
  });

  it('looks at no record of an extended header that it has no use for', async () => {
    const attribute = Buffer.concat([
      Buffer.from('14 SCHILY.a='),
      Buffer.from([0xff]),
      Buffer.from('\n'),
    ]);
    const entries = [
      { name: 'PaxHeader', type: 'x', content: Buffer.concat([attribute, attribute]) },
      file('a'),
    ];
    expect(
      (await readArchive(rawArchive([manifestEntry, ...entries]))).files.map(({ path }) => path),
    ).toContain('a');
  });

  it('accepts what other programs write: folders, pax and GNU names, comments, padding', async () => {
    const entries = [
      pax({ comment: 'c0ffee' }, 'g'),
      { name: 'package/', type: '5' },
      { name: 'package/docs/', type: '5' },
      { name: 'package/docs/', type: '5' },
      ...long('package/docs/long.md'),
      pax({ path: 'package/docs/pax.md', mtime: '1.5' }),
      file('x'),
      { ...file('docs/old'), type: '\0' },
    ];
    const tar = Buffer.concat([rawTar([...entries, manifestEntry]), Buffer.alloc(10_240)]);
    const { files } = await readArchive(gzipSync(tar));
    expect(files.map(({ path }) => path)).toEqual([
      'docs/long.md',
      'docs/pax.md',
      'docs/old',
      '.svc-plugin/plugin.json',
    ]);
  });
});

it('no character that changes how a terminal shows the rest gets into a message', async () => {
  for (const odd of ['\u202e', '\u200b', '\u0085', '\u009b', '\x1b', '\u{e0041}']) {
    const error = await openArchive(rawArchive([manifestEntry, file(`a${odd}b`)])).catch(
      (thrown: unknown) => thrown as Error,
    );
    expect((error as Error).message).toMatch(/"package\/a(\\u[0-9a-f]{4})+b"/);
    expect((error as Error).message).not.toContain(odd);
  }
});

describe('the frame of an archive', () => {
  const tar = rawTar([manifestEntry]);
  const archive = gzipSync(tar);
  const other = gzipSync(Buffer.from('x'));

  it.each([
    ['nothing', 'archive_gzip', Buffer.alloc(0)],
    ['a zip', 'archive_gzip', Buffer.from('PK\x03\x04 and more that is no gzip at all')],
    ['brotli', 'archive_gzip', brotliCompressSync(tar)],
    ['zlib', 'archive_gzip', deflateSync(tar)],
    ['a cut-off gzip', 'archive_gzip', archive.subarray(0, archive.length - 9)],
    ['a cut-off trailer', 'archive_gzip', archive.subarray(0, archive.length - 1)],
    [
      'a wrong gzip checksum',
      'archive_gzip',
      Buffer.concat([archive.subarray(0, -8), Buffer.from([1, 2, 3, 4]), archive.subarray(-4)]),
    ],
    [
      'garbage after the gzip',
      'archive_trailing_data',
      Buffer.concat([archive, Buffer.from('garbage')]),
    ],
    ['zeros after the gzip', 'archive_trailing_data', Buffer.concat([archive, Buffer.alloc(4)])],
    ['a second gzip member', 'archive_trailing_data', Buffer.concat([archive, other])],
    ['a second tar', 'archive_trailing_data', gzipSync(Buffer.concat([tar, tar]))],
    ['no end', 'archive_corrupt', gzipSync(rawEntries([manifestEntry]))],
    [
      'half an end',
      'archive_corrupt',
      gzipSync(Buffer.concat([rawEntries([manifestEntry]), tarEnd.subarray(512)])),
    ],
    ['no tar', 'archive_corrupt', gzipSync(Buffer.from('x'.repeat(600)))],
    ['an empty tar', 'archive_manifest', gzipSync(tarEnd)],
  ])('refuses %s: %s', async (_, code, bytes) => {
    await expect(readArchive(bytes)).rejects.toMatchObject({ code });
  });

  it('accepts a gzip header with a name, a comment and extra bytes', async () => {
    const header = Buffer.from([
      ...archive.subarray(0, 3),
      4 + 8 + 16,
      ...archive.subarray(4, 10),
      2,
      0,
      1,
      2,
    ]);
    const named = Buffer.concat([
      header,
      Buffer.from('plugin.tar\0a comment\0'),
      archive.subarray(10),
    ]);
    expect((await readArchive(named)).files).toHaveLength(1);
  });

  it('stops unpacking at the ratio and at the size', async () => {
    const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
    await expect(readArchive(zeros)).rejects.toMatchObject({
      code: 'archive_too_large',
      message: expect.stringContaining('50 times') as unknown,
      hint: expect.stringContaining('.svcignore') as unknown,
    });
    for (const lower of [{ unpackedBytes: 1024 }, { compressedBytes: 16 }])
      await expect(gunzip(archive, { ...limits, ...lower })).rejects.toMatchObject({
        code: 'archive_too_large',
      });
  });

  it('stops at the number of entries', async () => {
    const many = Array.from({ length: limits.entries }, (_, index) => file(`docs/${index}`, ''));
    await expect(readArchive(rawArchive([manifestEntry, ...many]))).rejects.toMatchObject({
      code: 'archive_too_large',
    });
    expect((await readArchive(rawArchive([manifestEntry, ...many.slice(1)]))).files).toHaveLength(
      limits.entries,
    );
  });
});
