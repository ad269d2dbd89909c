import { describe, expect, it } from '@jest/globals';
import { loadDriver } from './drivers.js';
import type { SqliteDriverName } from '../settings.js';

describe('drivers', () => {
  it('that are not there are named, with what to do', () => {
    expect(() => loadDriver('not-a-driver' as SqliteDriverName)).toThrow(
      expect.objectContaining({
        code: 'driver_unusable',
        message: expect.stringContaining('"not-a-driver" cannot be used: Cannot find module'),
      }),
    );
  });

  it('are loaded without a stack trace for every statement', () => {
    const driver = loadDriver('sqlite3') as { verbose(): { Database: unknown }; Database: unknown };
    expect(driver.verbose().Database).toBe(driver.Database);
  });
});
