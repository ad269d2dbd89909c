import { describe, expect, it } from '@jest/globals';
import { readYamlMapping } from './yaml-mapping.js';

describe('YAML that cannot be read', () => {
  it.each([
    ['name: "greet\n', 'a double quote is not closed'],
    ["name: 'greet\n", 'a single quote is not closed'],
    [
      'description: Use when: it rains\n',
      'a value that holds a colon and a space must be in quotes',
    ],
    ['name: greet\ndescription\n', 'a colon is missing after a key'],
    ['name: greet\n---\nname: other\n', 'it holds several documents'],
    ['name: @greet\n', 'Plain value cannot start with reserved character @'],
  ])('is explained in plain words: %j', (text, why) => {
    expect(readYamlMapping(text)).toMatchObject({ message: `The YAML cannot be read: ${why}.` });
  });

  it.each(['['.repeat(30_000), '- '.repeat(30_000), '{a: '.repeat(10_000), '['.repeat(201)])(
    'is never parsed when it is nested so deeply that the stack may not last',
    (deep) => {
      expect(readYamlMapping(`a:\n ${deep}`)).toEqual({
        message: 'The text nests deeper than 32 levels.',
        line: 1,
      });
    },
  );
});
