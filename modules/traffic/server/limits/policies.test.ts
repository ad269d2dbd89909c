import { describe, expect, it } from '@jest/globals';
import type { RateLimit } from 'svc-registry/kernel';
import { policiesFrom } from './policies.js';

const declared: readonly (RateLimit & { readonly name: string })[] = [
  { name: 'search', summary: 'Searching', per: 'caller', requests: 10, seconds: 60 },
  { name: 'publish', summary: 'Publishing', per: 'workspace', requests: 20, seconds: 60 },
];
const work = {
  name: 'work',
  summary: 'Working',
  per: 'caller',
  milliseconds: 30,
  seconds: 60,
} as const;

const read = (text?: string) =>
  policiesFrom({ env: text === undefined ? {} : { SVC_RATE_LIMITS: text } }, declared);
const numbers = (text?: string) =>
  [...read(text).values()].map(({ name, quota, seconds }) => `${name} ${quota}/${seconds}`);

it('working time is a limit like others', () => {
  const [declaredAs, changed] = ['', 'work=50/9'].map((text) =>
    policiesFrom({ env: { SVC_RATE_LIMITS: text } }, [work]).get('work'),
  );
  expect(declaredAs).toMatchObject({ unit: 'milliseconds', quota: 30, seconds: 60 });
  expect(changed).toMatchObject({ unit: 'milliseconds', quota: 50, seconds: 9 });
});

describe('SVC_RATE_LIMITS', () => {
  it.each([
    [undefined, ['search 10/60', 'publish 20/60']],
    ['', ['search 10/60', 'publish 20/60']],
    ['search=5/300', ['search 5/300', 'publish 20/60']],
    [' search=off, publish=1/1 ,', ['publish 1/1']],
    ['all=off', []],
    ['publish=7/9,all=off', ['publish 7/9']],
    ['publish=7/2147483,all=off', ['publish 7/2147483']],
  ])('%j leaves %j', (text, limits) => {
    expect(numbers(text)).toEqual(limits);
  });

  it.each([
    ['search', '"search" is neither'],
    ['search=', '"search=" is neither'],
    ['search=5', '"search=5" is neither'],
    ['search=-5/60', 'is neither'],
    ['search=0/60', 'has a 0'],
    ['search=5/0', 'has a 0'],
    ['search=5/2147484', 'has more than 2147483 seconds'],
    ['all=5/60', 'can only be "off"'],
    ['serach=5/60', 'there is no limit "serach"; there are publish, search'],
  ])('%j cannot be used', (text, why) => {
    expect(() => read(text)).toThrow(why);
  });
});
