import { describe, expect, it } from '@jest/globals';
import { jsonSchema } from './json-schema.js';
import { withDefinitions } from './shared-definitions.js';

const long = (letter: string) => ({ type: 'string', description: letter.repeat(400) });

describe('shared definitions', () => {
  it('hold what occurs several times, by the property that it was found under', () => {
    const schema = {
      type: 'object',
      properties: { one: long('a'), two: long('a'), three: long('b'), four: { type: 'string' } },
    };
    expect(withDefinitions(schema)).toEqual({
      type: 'object',
      properties: {
        one: { $ref: '#/$defs/one' },
        two: { $ref: '#/$defs/one' },
        three: long('b'),
        four: { type: 'string' },
      },
      $defs: { one: long('a') },
    });
  });

  it('have names of their own', () => {
    const twice = (letter: string) => [long(letter), long(letter)];
    const schema = {
      type: 'object',
      properties: { one: { anyOf: [...twice('a'), ...twice('b')] } },
    };
    expect(Object.keys(withDefinitions(schema)['$defs'] as object)).toEqual(['one', 'one_2']);
  });

  it('are left out where nothing is repeated', () => {
    expect(withDefinitions(long('a'))).toEqual(long('a'));
  });

  it('are each used more than once in the schema of a configuration', () => {
    const { $defs } = jsonSchema() as { readonly $defs: object };
    const text = JSON.stringify(jsonSchema());
    expect(Object.keys($defs)).not.toEqual([]);
    for (const name of Object.keys($defs))
      expect(text.split(`"#/$defs/${name}"`).length).toBeGreaterThan(2);
  });
});
