import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { shellWord } from './shell-word.js';

it.each(['a/b-c_1.2', 'me@example.com', '--flag=1', '100%'])('leaves %j as it is', (text) => {
  expect(shellWord(text)).toBe(text);
});

it('is read as one word, whatever it holds', () => {
  const texts = ['', 'two words', "o'hara$x", '`id` "; rm\n', '~', '#', '-n', '*'];
  const line = `printf '%s\\0' ${texts.map(shellWord).join(' ')}`;
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\0')).toEqual([
    ...texts,
    '',
  ]);
});
