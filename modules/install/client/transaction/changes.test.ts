import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { snapshot } from '../testing/snapshot.js';
import { Changes } from './changes.js';
import { Journal, type JournalEntry } from './journal.js';
import { recover } from './recovery.js';

let root: string;
let work: string;
let changes: Changes;
let journal: Journal;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'svc-changes-'));
  work = join(root, '.svc/.work');
  await mkdir(work, { recursive: true });
  changes = new Changes({ root, besides: [] }, work, () => undefined);
  journal = new Journal({ root, besides: [] }, work, () => undefined);
  await writeFile(join(root, 'a.txt'), 'a');
  await mkdir(join(root, 'folder'));
  await writeFile(join(root, 'folder/old'), 'old');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const placeFolder = (path: string): Promise<void> =>
  changes.placeFolder(path, (folder) => writeFile(join(folder, 'new'), 'new'));

describe('changes of one command', () => {
  it('show together', async () => {
    await changes.write('a.txt', 'b');
    await placeFolder('folder');
    await placeFolder('deep/er');
    changes.link('links/to', 'folder');
    expect(await changes.read('a.txt')).toBe('b');
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('a');
    await changes.commit(journal);
    expect(await snapshot(root)).toEqual({
      '.svc/.work': 'folder',
      'a.txt': '644 b',
      'deep/er/new': '644 new',
      'folder/new': '644 new',
      'links/to': '-> ../folder',
    });
  });

  it('are noted in a file of their own, whatever stands in its place', async () => {
    await writeFile(join(root, 'theirs'), 'theirs');
    await symlink(join(root, 'theirs'), join(work, 'journal.json.tmp'));
    await changes.write('a.txt', 'b');
    await changes.commit(journal);
    expect(await snapshot(root)).toMatchObject({
      '.svc/.work': 'folder',
      'a.txt': '644 b',
      theirs: '644 theirs',
    });

    await mkdir(join(work, 'journal.json.tmp/folder'), { recursive: true });
    const more = new Changes({ root, besides: [] }, work, () => undefined);
    await more.write('a.txt', 'c');
    await more.commit(journal);
    expect(await snapshot(root)).toMatchObject({ '.svc/.work': 'folder', 'a.txt': '644 c' });
  });

  it('are all taken back when somebody changed one of the files', async () => {
    await placeFolder('deep/er');
    await placeFolder('folder');
    changes.remove('a.txt');
    await writeFile(join(root, 'a.txt'), 'theirs');
    await expect(changes.commit(journal)).rejects.toMatchObject({
      code: 'changed_meanwhile',
      exit: 5,
    });
    expect(await snapshot(root)).toEqual({
      '.svc/.work': 'folder',
      'a.txt': '644 theirs',
      'folder/old': '644 old',
    });
  });

  it('are all taken back when one cannot be made', async () => {
    await placeFolder('folder');
    await changes.write('block/x', 'x');
    await writeFile(join(root, 'block'), 'a file where a folder should be');
    await expect(changes.commit(journal)).rejects.toMatchObject({ exit: expect.any(Number) });
    expect(await snapshot(root)).toMatchObject({
      'folder/old': '644 old',
      block: '644 a file where a folder should be',
    });
  });

  it('cost nothing when there are none', async () => {
    await changes.write('a.txt', 'a');
    changes.remove('not there');
    expect(changes.paths).toEqual([]);
    await changes.commit(journal);
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('a');
  });

  it('keep the rights of files', async () => {
    await chmod(join(root, 'a.txt'), 0o640);
    await changes.write('a.txt', 'b');
    await changes.commit(journal);
    expect((await snapshot(root))['a.txt']).toBe('640 b');
  });
});

describe('an interrupted command', () => {
  const decided: JournalEntry[] = [
    { path: 'folder', replaced: true, before: 'folder' },
    { path: 'a.txt', replaced: false, before: `file:${'0'.repeat(64)}` },
  ];
  const stage = async (): Promise<void> => {
    await mkdir(join(work, 'tx/new/0'), { recursive: true });
    await writeFile(join(work, 'tx/new/0/new'), 'new');
  };

  it('is finished, and what people changed since is left', async () => {
    await stage();
    await journal.write(decided);
    journal.decide();
    const notes = recover(journal);
    expect(notes.join(' ')).toMatch(/finished.*a\.txt was changed/);
    expect(await snapshot(root)).toEqual({
      '.svc/.work': 'folder',
      'a.txt': '644 a',
      'folder/new': '644 new',
    });
  });

  it('leaves no trace when nothing was decided', async () => {
    await stage();
    expect(recover(journal)).toEqual([]);
    expect(await snapshot(root)).toEqual({
      '.svc/.work': 'folder',
      'a.txt': '644 a',
      'folder/old': '644 old',
    });
  });

  it.each(['{', '[]', '{"version":1,"entries":[{}]}', '{"version":2,"entries":[]}'])(
    'stops at a journal it cannot read: %s',
    async (text) => {
      await writeFile(join(work, 'journal.json'), text);
      expect(() => recover(journal)).toThrow(
        expect.objectContaining({ code: 'project_recovery_failed' }),
      );
    },
  );

  it.each(['.git/hooks/pre-commit', '../outside', '/etc/passwd', 'a/../../b'])(
    'never writes to %s, whatever a journal says',
    async (path) => {
      await stage();
      await mkdir(join(root, '.git/hooks'), { recursive: true });
      await journal.write([{ path, replaced: true, before: 'nothing' }]);
      journal.decide();
      expect(() => recover(journal)).toThrow(
        expect.objectContaining({ code: 'project_recovery_failed' }),
      );
      expect(await snapshot(join(root, '.git'))).toEqual({ hooks: 'folder' });
    },
  );
});
