import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { atPath } from '../../toolbox/file-errors.js';
import { asSvcError, fromFileSystem } from './file-system.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-file-system-'));
  await writeFile(join(folder, 'file'), '');
});
afterAll(() => rm(folder, { recursive: true }));

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('what the file system refuses', () => {
  const at = (path: string) => join(folder, path);

  it.each([
    [
      'a missing file',
      () => readFile(at('gone')),
      () => `Could not open ${at('gone')}: there is no such file or folder.`,
    ],
    [
      'a file as a folder',
      () => readdir(at('file')),
      () => `Could not list the folder ${at('file')}: there is a file where a folder is expected.`,
    ],
    [
      'a folder in place of a file',
      () => mkdir(at('file'), { recursive: true }),
      () => `Could not make the folder ${at('file')}: there is a file where a folder is expected.`,
    ],
    [
      'a folder as a file',
      () => writeFile(folder, ''),
      () => `Could not open ${folder}: there is a folder where a file is expected.`,
    ],
  ])('becomes an error with path, action and remedy: %s', async (_what, work, message) => {
    const error = await thrownBy(work());
    expect(fromFileSystem(error)).toMatchObject({
      code: 'file_system',
      exit: 6,
      message: message(),
      hint: expect.any(String) as unknown,
      cause: error,
    });
  });

  it('is named where node names nothing, or a temporary file', async () => {
    const handle = await open(folder);
    const error = await thrownBy(atPath(at('wanted'), handle.readFile()));
    await handle.close();
    expect(asSvcError(error).message).toBe(
      `Could not read ${at('wanted')}: there is a folder where a file is expected.`,
    );
  });

  it('names both ends of a move', () => {
    const error = Object.assign(new Error('x'), {
      code: 'EROFS',
      syscall: 'rename',
      path: '/a',
      dest: '/b',
    });
    expect(asSvcError(error).message).toBe(
      'Could not move /a to /b: the file system is read-only.',
    );
  });

  it('is not what a connection or our own code fails with', async () => {
    const refused = await new Promise<unknown>((done) =>
      connect({ host: '127.0.0.1', port: 9 }).on('error', done),
    );
    for (const error of [
      refused,
      new TypeError('x'),
      undefined,
      Object.assign(new Error('x'), { code: 'EACCES', syscall: 'listen' }),
    ])
      expect(asSvcError(error)).toMatchObject({ code: 'internal' });
  });
});
