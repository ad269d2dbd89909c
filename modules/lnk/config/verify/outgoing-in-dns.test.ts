import { describe, expect, it } from '@jest/globals';
import { outgoingInDns, type Sides } from './outgoing-in-dns.js';

const NAMES = ['db.internal', 'cache:6379', '10.0.0.0/8', ':53', 'tcp://api:80', '', '1.2.3.4'];

const run = (outgoing?: Sides, dns?: Sides, isDnsEnabled = true) =>
  outgoingInDns({ outgoing, dns, isDnsEnabled });

const UNCHANGED = { filter: undefined, added: [], warning: undefined };

describe('names of the outgoing filter in the filter of names', () => {
  it('makes a local filter of names where there is none', () => {
    expect(run({ local: NAMES })).toEqual({
      filter: { local: ['db.internal', 'cache:6379'] },
      added: ['db.internal', 'cache:6379'],
      warning: undefined,
    });
  });

  it.each<[string, Sides | undefined, Sides | undefined]>([
    ['remote names without a filter of names', { remote: NAMES }, undefined],
    ['nothing', undefined, undefined],
    ['a filter without a side', {}, undefined],
    ['no names', { local: ['10.0.0.1', ':53', 'tcp://db:1'] }, undefined],
    ['names that are there already', { remote: ['a'] }, { remote: ['b', 'a'] }],
    ['other names on the opposite side', { remote: ['a'] }, { local: ['b'] }],
  ])('changes nothing for %s', (_, outgoing, dns) => {
    expect(run(outgoing, dns)).toEqual(UNCHANGED);
  });

  it('changes nothing when DNS is off', () => {
    expect(run({ local: NAMES }, undefined, false)).toEqual(UNCHANGED);
  });

  it('appends to the same side without duplicates', () => {
    expect(run({ remote: ['a', 'b', 'b', 'c'] }, { remote: ['c', 'x'] })).toMatchObject({
      filter: { remote: ['c', 'x', 'a', 'b'] },
      added: ['a', 'b'],
    });
    expect(run({ local: ['a'] }, { local: [] })).toMatchObject({ filter: { local: ['a'] } });
  });

  it('leaves the opposite side alone, and warns of names that both have', () => {
    expect(run({ remote: ['a', 'b'] }, { local: ['b', 'x'] })).toMatchObject({
      filter: undefined,
      added: [],
      warning: {
        severity: 'warning',
        field: 'feature.network.dns.filter',
        within: ['local'],
        message: expect.stringMatching(/^"b" stands in `outgoing\.filter\.remote` and/),
      },
    });
  });
});
