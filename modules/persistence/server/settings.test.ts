import { describe, expect, it } from '@jest/globals';
import { settingsFrom } from './settings.js';

const read = (env: Record<string, string>) => settingsFrom({ env, home: '/home/u/.svc' });
const database = (url: string) => read({ SVC_DATABASE_URL: url, SVC_DATA_DIR: '/data' }).database;

describe('settings', () => {
  it('have defaults below the home folder', () => {
    const defaults = {
      dataDir: '/home/u/.svc/server',
      database: { engine: 'sqlite', driver: 'sqlite3', file: '/home/u/.svc/server/registry.db' },
      blobs: '/home/u/.svc/server/blobs',
      upgradeBackup: true,
    };
    expect(read({})).toEqual(defaults);
    expect(read({ SVC_DATA_DIR: '', SVC_DATABASE_URL: '', SVC_BLOB_URL: '' })).toEqual(defaults);
  });

  it.each([
    ['sqlite:/a/b.db', 'sqlite3', '/a/b.db'],
    ['sqlite:///a/b%20c.db', 'sqlite3', '/a/b c.db'],
    ['sqlite:b.db', 'sqlite3', '/data/b.db'],
    ['better-sqlite3:/a/b.db', 'better-sqlite3', '/a/b.db'],
  ])('read %s', (url, driver, file) => {
    expect(database(url)).toEqual({ engine: 'sqlite', driver, file });
  });

  it.each(['postgres://u:p@h:5432/d', 'postgresql://h/d'])('read %s', (url) => {
    expect(database(url)).toEqual({ engine: 'postgres', url: new URL(url) });
  });

  it.each([
    'sqlite::memory:',
    'mysql://u:secret@h/d',
    'registry.db',
    'postgres://u:secret@h:port/d',
  ])('refuse %s without repeating it', (url) => {
    expect(() => database(url)).toThrow(
      expect.objectContaining({
        code: 'bad_setting',
        message: expect.not.stringContaining('secret'),
      }),
    );
  });

  it('read the folder of the blobs', () => {
    const blobs = (url: string) => read({ SVC_BLOB_URL: url, SVC_DATA_DIR: '/data' }).blobs;
    expect([blobs('file:/b'), blobs('file:///b'), blobs('file:other')]).toEqual([
      '/b',
      '/b',
      '/data/other',
    ]);
    expect(() => blobs('s3://bucket')).toThrow(
      expect.objectContaining({ code: 'not_available_yet' }),
    );
    expect(() => blobs('ftp://host')).toThrow(expect.objectContaining({ code: 'bad_setting' }));
  });

  it('switch the backup before an upgrade off', () => {
    const switched = (value: string) => read({ SVC_UPGRADE_BACKUP: value }).upgradeBackup;
    expect([switched(''), switched('on'), switched('off')]).toEqual([true, true, false]);
    expect(() => switched('no')).toThrow(expect.objectContaining({ code: 'bad_setting' }));
  });

  it('refuse a data folder that depends on where the server was started', () => {
    expect(() => read({ SVC_DATA_DIR: 'data' })).toThrow(
      expect.objectContaining({ code: 'bad_setting' }),
    );
  });
});
