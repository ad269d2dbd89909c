import { describe, expect, it } from '@jest/globals';
import { Replacement } from './replacement.js';

/** Pattern and replacement, text and result. */
const CASES: readonly [of: [string, string], text: string, result: string][] = [
  [['^/app', '/srv'], '/app/x', '/srv/x'],
  [['^/app', '/srv'], '/APP/x', '/srv/x'],
  [['a', 'b'], 'aaa', 'baa'],
  [['^/(\\w+)/(\\w+)', '/$2/$1'], '/A/b/c', '/b/A/c'],
  [['(?P<user>\\w+)$', '<$user>'], '/home/Ada', '/home/<Ada>'],
  [['(?<user>\\w+)$', '${user}s'], '/home/ada', '/home/adas'],
  [['(a)', '$1x'], 'a', ''],
  [['(a)', '${1}x'], 'a', 'ax'],
  [['(a)', '$1-x'], 'a', 'a-x'],
  [['(a)', '$$1'], 'a', '$1'],
  [['(a)', '$'], 'a', '$'],
  [['(a)', '$-${1'], 'a', '$-${1'],
  [['(a)', '[$0]'], 'xa', 'x[a]'],
  [['(a)', '$2'], 'a', ''],
  [['(a)', '${no such}'], 'a', ''],
  [['(a)|(b)', '[$1$2]'], 'b', '[b]'],
  [['(a)', "$&$`$'"], 'a', "$&$`$'"],
  [['x?', 'y'], 'ab', 'yab'],
  [['😀', '$0$0'], 'a😀b', 'a😀😀b'],
  [['(?-i)a', 'x'], 'Aa', 'Ax'],
];

describe('a replacement', () => {
  it.each(CASES)('of %j in %j', async (of, text, result) => {
    expect((await Replacement.of(...of)).replaceFirst(text)).toBe(result);
  });

  it('leaves a text alone that does not match', async () => {
    expect((await Replacement.of('a', 'b')).replaceFirst('c')).toBeUndefined();
  });

  it('knows the groups that it names in vain', async () => {
    const { unknownGroups } = await Replacement.of('(?<a>.)', '$a$0$1$1x$2${b}');
    expect(unknownGroups).toEqual(['1x', '2', 'b']);
  });
});
