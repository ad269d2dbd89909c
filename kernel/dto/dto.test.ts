import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import {
  IsIn,
  IsInstant,
  IsInt,
  IsString,
  MapOf,
  Nullable,
  OneOf,
  Optional,
  OptionalNullable,
} from './index.js';

class Circle {
  @IsIn(['circle']) kind!: 'circle';
  @IsInt() radius!: number;
}
class Square {
  @IsIn(['square']) kind!: 'square';
  @IsInt() side!: number;
}
class Sample {
  @Optional() @IsString() optional?: string;
  @Nullable() @IsString() nullable!: string | null;
  @OptionalNullable() @IsString() both?: string | null;
  @Optional() @IsInstant() at?: string;
  @Optional() @MapOf('string') labels?: Record<string, string>;
  @Optional() @MapOf('string', { maxLength: 3, each: true }) short?: Record<string, string[]>;
  @Optional() @MapOf(() => Circle) circles?: Record<string, Circle>;
  @Optional() @MapOf('string', { each: true }) names?: Record<string, string[]>;
  @Optional() @MapOf(() => Circle, { each: true }) rings?: Record<string, Circle[]>;
  @Optional() @OneOf({ by: 'kind', types: { circle: Circle, square: Square } }) shape?:
    Circle | Square;
  @Optional()
  @OneOf({ by: 'kind', types: { circle: Circle, square: Square }, each: true })
  shapes?: (Circle | Square)[];
}

function wrongFields(input: object): string[] {
  const errors = validateSync(plainToInstance(Sample, input), {
    whitelist: true,
    forbidNonWhitelisted: true,
  });
  return errors.map((error) => error.property);
}

describe('DTO decorators', () => {
  it.each<[string, object, string[]]>([
    ['the least', { nullable: null }, []],
    ['optional is not null', { nullable: null, optional: null }, ['optional']],
    ['nullable is not left out', {}, ['nullable']],
    ['both', { nullable: 'x', both: null }, []],
    ['an instant', { nullable: null, at: '2026-03-01T09:30:00.5Z' }, []],
    ['a date is no instant', { nullable: null, at: '2026-03-01' }, ['at']],
    ['30 February is no instant', { nullable: null, at: '2026-02-30T00:00:00Z' }, ['at']],
    ['a map', { nullable: null, labels: { a: 'b' } }, []],
    ['a map with a wrong value', { nullable: null, labels: { a: 1 } }, ['labels']],
    ['a map with texts of a limited length', { nullable: null, short: { a: ['abc'] } }, []],
    ['a map with a longer text', { nullable: null, short: { a: ['', 'abcd'] } }, ['short']],
    ['a list is no map', { nullable: null, labels: ['a'] }, ['labels']],
    ['a map of objects', { nullable: null, circles: { a: { kind: 'circle', radius: 1 } } }, []],
    [
      'a map of objects, one wrong',
      { nullable: null, circles: { a: { kind: 'circle', radius: 'x' } } },
      ['circles'],
    ],
    [
      'a map of objects, unknown field',
      { nullable: null, circles: { a: { kind: 'circle', radius: 1, more: 1 } } },
      ['circles'],
    ],
    ['a map of lists', { nullable: null, names: { a: ['b'], c: [] } }, []],
    ['a map of lists, one no list', { nullable: null, names: { a: 'b' } }, ['names']],
    ['a map of lists, one wrong entry', { nullable: null, names: { a: ['b', 1] } }, ['names']],
    [
      'a map of lists of objects',
      { nullable: null, rings: { a: [{ kind: 'circle', radius: 1 }] } },
      [],
    ],
    [
      'a map of lists of objects, one wrong',
      { nullable: null, rings: { a: [{ kind: 'circle', radius: 'x' }] } },
      ['rings'],
    ],
    [
      'a map of objects, one a list',
      { nullable: null, circles: { a: [{ kind: 'circle', radius: 1 }] } },
      ['circles'],
    ],
    ['one of', { nullable: null, shape: { kind: 'square', side: 2 } }, []],
    ['one of, wrong field', { nullable: null, shape: { kind: 'square', radius: 2 } }, ['shape']],
    ['one of, unknown kind', { nullable: null, shape: { kind: 'line' } }, ['shape']],
    ['one of, no object', { nullable: null, shape: 'circle' }, ['shape']],
    [
      'list of',
      {
        nullable: null,
        shapes: [
          { kind: 'square', side: 2 },
          { kind: 'circle', radius: 2 },
        ],
      },
      [],
    ],
    ['list of, one wrong', { nullable: null, shapes: [{ kind: 'square', side: 'x' }] }, ['shapes']],
    ['list of, one null', { nullable: null, shapes: [null] }, ['shapes']],
  ])('%s', (_name, input, fields) => {
    expect(wrongFields(input)).toEqual(fields);
  });

  it('names the key of a wrong map value', () => {
    const [error] = validateSync(plainToInstance(Sample, { nullable: null, labels: { size: 1 } }));
    expect(Object.values(error!.constraints!)).toEqual(['labels: "size" must be a string']);
    const [inList] = validateSync(
      plainToInstance(Sample, { nullable: null, names: { size: ['1', 2] } }),
    );
    expect(Object.values(inList!.constraints!)).toEqual(['names: "size" [1] must be a string']);
  });
});
