import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pathText } from './problem.js';
import { readPath } from './read-path.js';

describe('paths', () => {
  it.each([
    [['feature', 'fs', 'read_only', 1], 'feature.fs.read_only[1]'],
    [['feature', 'fs', 'mapping', '^/app'], 'feature.fs.mapping["^/app"]'],
    [['a', 'b"c', 0, 'd'], 'a["b\\"c"][0].d'],
    [[], ''],
  ])('%j is written as %s', (path, text) => {
    expect(pathText(path)).toBe(text);
    expect(readPath(text)).toEqual(path);
  });

  it('are read as they were written', () => {
    const part = fc.oneof(fc.string(), fc.nat());
    fc.assert(
      fc.property(fc.array(part), (path) => {
        expect(readPath(pathText(path))).toEqual(path);
      }),
    );
  });

  it.each(['a..b', 'a[', 'a["x', ']'])('a text that is no path is one name: %s', (text) => {
    expect(readPath(text)).toEqual([text]);
  });
});
