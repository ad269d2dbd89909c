import { describe, expect, it } from '@jest/globals';
import { IsString, MapOf, Optional, Type, ValidateNested } from 'svc-registry/dto';
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
      await expect(readInput(Thing, { name: 'a', [name]: 1 })).rejects.toMatchObject({ issues: [{ ...unknown, field: name }] });
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
      await expect(readInput(Labelled, { labels: { constructor: value } })).rejects.toMatchObject({ code: 'invalid_input', issues });
      await expect(readInput(Thing, { name: { constructor: value } })).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });

  it('takes what is declared', async () => {
    const given = { name: 'a', owner: { name: 'b' }, owners: [{ name: 'c' }, {}] };
    expect(await readInput(Thing, given)).toEqual(given);
  });

  it('does not list problems without end', async () => {
    const given = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field${at}`, at]));
    const error = await readInput(Thing, given).catch((thrown: unknown) => thrown as { message: string; issues: unknown[] });
    expect(error).toMatchObject({ message: 'The input has 5000 problems.' });
    expect((error as { issues: unknown[] }).issues).toHaveLength(100);
  });
});
