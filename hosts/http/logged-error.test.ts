import { describe, expect, it } from '@jest/globals';
import { loggedError } from './logged-error.js';

describe('errors in the log', () => {
  it('tell what happened and where, but no value of a statement', () => {
    const driverError = Object.assign(new Error('duplicate key'), {
      detail: 'Key (email)=(ann@example.com) already exists.',
    });
    const failed = Object.assign(new Error('duplicate key', { cause: driverError }), {
      query: 'INSERT INTO users VALUES ($1, $2)',
      parameters: ['ann@example.com', '$argon2id$secret'],
      driverError,
      code: '23505',
    });
    const shown = loggedError(failed);
    expect(shown).toMatchObject({
      type: 'Error',
      message: expect.stringContaining('duplicate key') as unknown,
      code: '23505',
    });
    expect(shown).toMatchObject({
      query: 'INSERT INTO users VALUES ($1, $2)',
      stack: expect.stringContaining('logged-error.test') as unknown,
    });
    expect(JSON.stringify(shown)).not.toMatch(/ann@example|argon2id/);
  });

  it('leave alone what is no error', () => {
    expect(loggedError('text')).toBe('text');
  });
});
