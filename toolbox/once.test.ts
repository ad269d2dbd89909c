import { expect, it } from '@jest/globals';
import { eachOnce, once, onceDone } from './once.js';

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

it('does work once, and again only after a failure', async () => {
  let count = 0;
  const work = onceDone(() => {
    count += 1;
    return count === 1 ? Promise.reject(new Error('lost')) : Promise.resolve(count);
  });
  await expect(Promise.all([work(), work()])).rejects.toThrow('lost');
  expect(await Promise.all([work(), work()])).toEqual([2, 2]);
});
