import { describe, expect, it } from '@jest/globals';
import { loadConfiguration } from './load-configuration.js';

const problemsOf = async (value: object, env: Record<string, string> = {}) => {
  const source = {
    name: 'lnk.json',
    text: JSON.stringify(value, null, 2),
    format: 'json',
  } as const;
  return (await loadConfiguration({ source, flags: {}, env, cwd: '/', final: false })).problems;
};

describe('problems of a configuration', () => {
  it('are in the order of the file, whichever rule has found them; those of variables come first', async () => {
    const problems = await problemsOf(
      {
        agent: { flush_connections: false },
        feature: {
          env: { include: 'A', exclude: 'B' },
          network: { outgoing: { unix_streams: 'x' } },
          fs: { prefetch_timeout: -1 },
        },
      },
      { LNK_API: 'maybe' },
    );
    expect(problems.map(({ field, line }) => [field, line])).toEqual([
      ['api', undefined],
      ['agent.flush_connections', 3],
      ['feature.env.exclude', 8],
      ['feature.network.outgoing.unix_streams', 12],
      ['feature.fs.prefetch_timeout', 16],
    ]);
  });

  it('name the range of a number as people write it', async () => {
    const messages = (
      await problemsOf({ agent: { ttl: 70_000 }, feature: { fs: { prefetch_timeout: -1 } } })
    ).map(({ message }) => message);
    expect(messages).toEqual([
      'This must be a whole number from 0 to 65535, and 70000 is not.',
      'This must be a whole number of 0 or more, and -1 is not.',
    ]);
  });

  it('name each form of a section once', async () => {
    const messages = (await problemsOf({ target: 1, feature: { fs: 1 } })).map(
      ({ message }) => message,
    );
    expect(messages).toEqual([
      'This must be a target such as deployment/shop, or an object, not 1.',
      'This must be true or false, or one of read, write, local, localwithoverrides, or an object, not 1.',
    ]);
  });
});
