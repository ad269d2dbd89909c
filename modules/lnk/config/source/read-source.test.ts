import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LARGEST, readSource, wholeFile } from './read-source.js';

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lnk-source-'));
  mkdirSync(join(folder, 'folder'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  server = createServer();
  await new Promise<void>((listening) => server.listen(join(folder, 'socket'), listening));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const host = (...chunks: readonly (string | Uint8Array)[]) => ({
  stdin: async function* () {
    for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
  },
});

const read = (file: string) => readSource(file, { cwd: folder, host: {} });

function readBytes(...bytes: readonly (string | readonly number[])[]) {
  const file = join(folder, 'bytes.json');
  writeFileSync(file, Buffer.concat(bytes.map((part) => Buffer.from(part as string))));
  return read('bytes.json');
}

describe('a file', () => {
  it('is read from the current folder, under the name as given', async () => {
    writeFileSync(join(folder, 'a.json'), '{"a": "é"}\r\n');
    expect(await read('a.json')).toEqual({ name: 'a.json', text: '{"a": "é"}\r\n' });
    expect(await read(join(folder, 'a.json'))).toMatchObject({ text: '{"a": "é"}\r\n' });
  });

  it('may have as many bytes as the limit, and no more', async () => {
    expect((await readBytes(' '.repeat(LARGEST))).text).toHaveLength(LARGEST);
    await expect(readBytes(' '.repeat(LARGEST + 1))).rejects.toMatchObject({
      code: 'config_too_large',
      exit: 3,
      message: 'The configuration bytes.json has more than 256 KB.',
    });
  });

  it.each([
    ['missing.json', 'config_not_found', 4, 'There is no configuration file missing.json.'],
    ['none/lnk.json', 'config_not_found', 4, 'There is no configuration file none/lnk.json.'],
    ['folder', 'config_unreadable', 2, 'The configuration folder cannot be read: it is a folder.'],
    [
      'pipe',
      'config_unreadable',
      2,
      'The configuration pipe cannot be read: it is a pipe, a socket or a device.',
    ],
    [
      'socket',
      'config_unreadable',
      2,
      'The configuration socket cannot be read: it is a pipe, a socket or a device.',
    ],
    [
      '/dev/null',
      'config_unreadable',
      2,
      'The configuration /dev/null cannot be read: it is a pipe, a socket or a device.',
    ],
    [
      'a\0b',
      'config_unreadable',
      2,
      'The configuration a\0b cannot be read: a path cannot contain its characters.',
    ],
    [
      'x'.repeat(5000),
      'config_unreadable',
      2,
      `The configuration ${'x'.repeat(5000)} cannot be read: the path is too long.`,
    ],
    ['\u{fffd}.json', 'config_not_found', 4, 'There is no configuration file \u{fffd}.json.'],
  ])('%j is one clear error', async (...[file, code, exit, message]) => {
    await expect(read(file)).rejects.toMatchObject({ code, exit, message });
  });

  it('below a file does not exist', async () => {
    writeFileSync(join(folder, 'plain'), '');
    await expect(read('plain/lnk.json')).rejects.toMatchObject({ code: 'config_not_found' });
  });

  // the superuser may read everything
  (process.getuid?.() === 0 ? it.skip : it)('without permission is one clear error', async () => {
    writeFileSync(join(folder, 'secret.json'), '{}');
    chmodSync(join(folder, 'secret.json'), 0);
    await expect(read('secret.json')).rejects.toMatchObject({
      code: 'config_unreadable',
      message: 'The configuration secret.json cannot be read: this user has no permission.',
    });
  });

  it.each([
    [
      'grows',
      (path: string) => {
        appendFileSync(path, 'more');
      },
    ],
    [
      'is cut',
      (path: string) => {
        writeFileSync(path, '');
      },
    ],
  ])('that %s while it is read is refused', async (_, change) => {
    const path = join(folder, 'changing.json');
    writeFileSync(path, '{"a": 1}');
    const handle = await open(path);
    let reads = 0;
    const changing = {
      stat: () => handle.stat(),
      read: (...args: Parameters<typeof handle.read>) => {
        if (reads++ === 0) change(path);
        return handle.read(...args);
      },
    };
    await expect(wholeFile(changing as typeof handle, 'changing.json')).rejects.toMatchObject({
      code: 'config_unreadable',
      message: 'The configuration changing.json cannot be read: it has changed while it was read.',
    });
    await handle.close();
  });

  it('that vanishes while it is read is read to its end', async () => {
    const path = join(folder, 'vanishing.json');
    writeFileSync(path, '{"a": 1}');
    const handle = await open(path);
    rmSync(path);
    expect((await wholeFile(handle, 'vanishing.json')).toString()).toBe('{"a": 1}');
    await handle.close();
    await expect(read('vanishing.json')).rejects.toMatchObject({ code: 'config_not_found' });
  });
});

describe('bytes', () => {
  it('of a byte order mark are dropped', async () => {
    expect((await readBytes([0xef, 0xbb, 0xbf], '{}')).text).toBe('{}');
  });

  const utf16 = Buffer.from('{"a": 1}', 'utf16le');
  const swapped = Buffer.from(utf16).swap16();
  const utf32 = [...Buffer.from('{"a": 1}')].flatMap((byte) => [byte, 0, 0, 0]);
  const ENCODINGS: readonly (readonly [string, readonly number[], string])[] = [
    ['UTF-16, little endian, marked', [0xff, 0xfe, ...utf16], 'UTF-16'],
    ['UTF-16, big endian, marked', [0xfe, 0xff, ...swapped], 'UTF-16'],
    ['UTF-16, little endian', [...utf16], 'UTF-16'],
    ['UTF-16, big endian', [...swapped], 'UTF-16'],
    ['UTF-32, marked', [0xff, 0xfe, 0, 0, ...utf32], 'UTF-32'],
    ['UTF-32', utf32, 'UTF-32'],
  ];
  it.each(ENCODINGS)('in %s are refused', async (_, bytes, encoding) => {
    await expect(readBytes(bytes)).rejects.toMatchObject({
      code: 'config_encoding',
      exit: 3,
      message: `The configuration bytes.json is in ${encoding}.`,
      hint: 'Save it as UTF-8.',
    });
  });

  it('that are not UTF-8 are refused with their line', async () => {
    await expect(readBytes('{\n"é": 1,\n"b": "', [0xe9], '"\n}')).rejects.toMatchObject({
      code: 'config_encoding',
      message: 'The configuration bytes.json is not valid UTF-8 in line 3.',
      issues: [{ file: 'bytes.json', line: 3 }],
    });
    await expect(readBytes([0xc3])).rejects.toMatchObject({
      message: 'The configuration bytes.json is not valid UTF-8 in line 1.',
    });
  });

  it('that are zero are refused with line and column', async () => {
    await expect(readBytes('{\n"a": "x', [0], '"}')).rejects.toMatchObject({
      code: 'config_encoding',
      message: 'The configuration bytes.json has a NUL character in line 2.',
      issues: [{ line: 2, column: 8 }],
    });
  });
});

describe('standard input', () => {
  it('is read to its end', async () => {
    const given = { cwd: folder, host: host('{"a"', ':', ' 1}') };
    expect(await readSource('-', given)).toEqual({ name: 'standard input', text: '{"a": 1}' });
  });

  it('of no bytes is an empty text', async () => {
    expect((await readSource('-', { cwd: folder, host: host() })).text).toBe('');
  });

  it('that is a terminal is a usage error', async () => {
    for (const terminal of [{}, { stdin: () => undefined }])
      await expect(readSource('-', { cwd: folder, host: terminal })).rejects.toMatchObject({
        exit: 2,
        message: 'The configuration is expected on standard input, which is a terminal.',
      });
  });

  it('is read no further than the limit', async () => {
    const endless = {
      stdin: async function* () {
        for (;;) yield await Promise.resolve(Buffer.alloc(65_536, ' '));
      },
    };
    await expect(readSource('-', { cwd: folder, host: endless })).rejects.toMatchObject({
      code: 'config_too_large',
    });
  });
});
