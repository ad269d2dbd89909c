import { expect, it } from '@jest/globals';
import { eachOnce, once } from './once.js';

it.each([undefined, 1])('makes %p once', (value) => {
  let calls = 0;
  const get = once(() => {
    calls += 1;
    return value;
  });
  expect([get(), get(), calls]).toEqual([value, value, 1]);
});

it('says each text once', () => {
  const said: string[] = [];
  const say = eachOnce((text) => said.push(text));
  for (const text of ['a', 'b', 'a']) say(text);
  expect(said).toEqual(['a', 'b']);
});
