import { describe, expect, it } from '@jest/globals';
import { ArrayMaxSize, IsString, MapOf, Optional, Type, ValidateNested } from 'svc-registry/dto';
import { ValidateBy } from 'class-validator';
import { readInput } from './input.js';

class Owner {
  @Optional() @IsString() name?: string;
}

class Thing {
  @Optional() @IsString() name?: string;
  @Optional() @ValidateNested() @Type(() => Owner) owner?: Owner;
  @Optional() @ValidateNested({ each: true }) @Type(() => Owner) owners?: Owner[];
}

class Labelled {
  @MapOf(() => Owner) labels!: Record<string, Owner>;
}

describe('reading input', () => {
  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'])(
    'an unknown field may not be called %s',
    async (name) => {
      const unknown = { message: `unknown field "${name}"` };
      await expect(readInput(Thing, { name: 'a', [name]: 1 })).rejects.toMatchObject({
        issues: [{ ...unknown, field: name }],
      });
      const nested = { owner: { [name]: 1 }, owners: [{ name: 'b' }, { [name]: {} }] };
      const issues = [
        { ...unknown, field: `owner.${name}` },
        { ...unknown, field: `owners[1].${name}` },
      ];
      await expect(readInput(Thing, nested)).rejects.toMatchObject({ issues });
    },
  );

  it('no key of a map may be called constructor, whatever its value', async () => {
    for (const value of [1, 'x', null, {}, { prototype: {} }]) {
      const issues = [{ field: 'labels.constructor', message: 'unknown field "constructor"' }];
      await expect(readInput(Labelled, { labels: { constructor: value } })).rejects.toMatchObject({
        code: 'invalid_input',
        issues,
      });
      await expect(readInput(Thing, { name: { constructor: value } })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
  });

  it('takes what is declared', async () => {
    const given = { name: 'a', owner: { name: 'b' }, owners: [{ name: 'c' }, {}] };
    expect(await readInput(Thing, given)).toEqual(given);
  });

  it('does not list problems without end', async () => {
    const given = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field${at}`, at]));
    const error = (await readInput(Thing, given).catch((thrown: unknown) => thrown)) as {
      message: string;
      issues: unknown[];
    };
    expect(error.message).toBe('The input has more than 100 problems; these are the first.');
    expect(error.issues).toHaveLength(100);
  });

  it('tells no more of a name than people read', async () => {
    const error = await readInput(Thing, { ['x'.repeat(1_000_000)]: 1 }).catch(
      (thrown: unknown) => thrown,
    );
    const { message, issues } = error as { message: string; issues: unknown[] };
    expect(message.length + JSON.stringify(issues).length).toBeLessThan(3000);
  });

  it.each([
    ['a field', { name: 'a\ud800b' }, 'name'],
    ['a nested field', { owners: [{}, { name: '\udfff' }] }, 'owners[1].name'],
    ['a key', { owner: { '\ud800': 1 } }, 'owner'],
  ])('half a character is no text: in %s', async (_where, given, field) => {
    const message = expect.stringContaining('lone surrogate') as unknown;
    await expect(readInput(Thing, given)).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
      issues: [{ field, message }],
    });
    expect(await readInput(Thing, { name: '\u{1f600}' })).toEqual({ name: '\u{1f600}' });
  });

  describe('too many', () => {
    const looked: unknown[] = [];
    const Seen = (): PropertyDecorator =>
      ValidateBy({ name: 'seen', validator: { validate: (value) => looked.push(value) > 0 } });
    class Entry {
      @Seen() name?: string;
    }
    class Many {
      @Optional()
      @ArrayMaxSize(2)
      @ValidateNested({ each: true })
      @Type(() => Entry)
      list?: Entry[];
      @Optional() @ArrayMaxSize(2) @IsString({ each: true }) texts?: string[];
      @Optional() @MapOf(() => Entry, { maxSize: 2 }) map?: Record<string, Entry>;
    }
    const entries = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

    it.each([
      ['elements of a list', { list: entries }, 'list must contain no more than 2 elements'],
      ['texts in a list', { texts: [1, 2, 3] }, 'texts must contain no more than 2 elements'],
      [
        'entries of a map',
        { map: { a: {}, b: {}, c: { wrong: 1 } } },
        'must have no more than 2 entries',
      ],
    ])('%s are refused before anybody looks at them', async (_what, given, message) => {
      looked.length = 0;
      await expect(readInput(Many, given)).rejects.toMatchObject({
        issues: [{ message: expect.stringContaining(message) as unknown }],
      });
      expect(looked).toEqual([]);
    });

    it('as many as allowed are looked at', async () => {
      await readInput(Many, { list: entries.slice(1), texts: ['a'], map: { a: { name: 'd' } } });
      expect(looked).toEqual(['b', 'c', 'd']);
    });
  });
});
