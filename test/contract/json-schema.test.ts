import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import type { Class } from 'svc-registry/kernel';
import * as dto from 'svc-registry/dto';
import { readInput } from '../../kernel/invoke/input.js';
import { schemaOf } from '../../hosts/module/manifest/json-schema.js';

const noDocs = { type: () => undefined, field: () => undefined, fieldNames: () => [] };
const schema = (type: Class<object>) => schemaOf(type, { docs: noDocs, closed: true });

enum Colour {
  red = 'red',
  blue = 'blue',
}
class Rule {
  @dto.IsString() @dto.MinLength(1) @dto.MaxLength(3) name!: string;
  @dto.Optional() @dto.IsBoolean() on?: boolean;
}
class Circle {
  @dto.IsIn(['circle']) kind!: 'circle';
  @dto.Min(0) @dto.IsInt() radius!: number;
}
class Square {
  @dto.IsIn(['square']) kind!: 'square';
  @dto.IsNumber() side!: number;
}
class Base {
  @dto.IsString() id!: string;
}
class Everything extends Base {
  @dto.Optional() @dto.IsEnum(Colour) colour?: Colour;
  @dto.Optional() @dto.IsIn([1, 'two', true]) mixed?: unknown;
  @dto.Nullable() @dto.IsString() note!: string | null;
  @dto.OptionalNullable() @dto.IsIn(['a', 'b']) choice?: 'a' | 'b' | null;
  @dto.Optional() @dto.Max(9) @dto.IsInt() @dto.Min(1) count?: number;
  @dto.IsInt() size = 20;
  @dto.Optional() @dto.Matches(/^[a-z]+$/) word?: string;
  @dto.Optional() @dto.IsArray() @dto.IsString({ each: true }) @dto.ArrayMaxSize(2) tags?: string[];
  @dto.Optional() @dto.ValidateNested() @dto.Type(() => Rule) rule?: Rule;
  @dto.Optional()
  @dto.IsArray()
  @dto.ValidateNested({ each: true })
  @dto.Type(() => Rule)
  rules?: Rule[];
  @dto.Optional() @dto.OneOf({ by: 'kind', types: { circle: Circle, square: Square } }) shape?:
    Circle | Square;
  @dto.Optional() @dto.MapOf('number') weights?: Record<string, number>;
  @dto.Optional() @dto.MapOf('string', { maxSize: 2, maxLength: 3 }) texts?: Record<string, string>;
  @dto.Optional() @dto.MapOf(() => Rule) named?: Record<string, Rule>;
  @dto.Optional() @dto.MapOf('number', { each: true }) rows?: Record<string, number[]>;
  @dto.Optional() @dto.MapOf(() => Rule, { each: true }) groups?: Record<string, Rule[]>;
  @dto.Optional() @dto.IsInstant() at?: string;
}

const accepts = new Ajv2020({ allowUnionTypes: true, validateFormats: false }).compile(
  schema(Everything),
);
const accepted = (input: object) =>
  readInput(Everything, structuredClone(input)).then(
    () => true,
    () => false,
  );

const scalar = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.integer({ min: -2, max: 30 }),
  fc.double({ noNaN: true, min: -2, max: 30 }),
  fc.boolean(),
  fc.constant(null),
);
const rule = fc.record({ name: scalar, on: fc.boolean(), more: scalar }, { requiredKeys: [] });
const figure = fc.record(
  { kind: fc.constantFrom('circle', 'square', 'line', 1), radius: scalar, side: scalar },
  { requiredKeys: [] },
);
const values: Record<keyof Everything, fc.Arbitrary<unknown>> = {
  id: fc.string({ maxLength: 3 }),
  colour: fc.constantFrom('red', 'blue', 'green', 'Red', 0),
  mixed: fc.constantFrom(1, 'two', true, 2, 'one', false, '1'),
  note: fc.constantFrom('x', null, 1),
  choice: fc.constantFrom('a', 'b', 'c', null),
  count: scalar,
  size: scalar,
  word: fc.constantFrom('ab', 'aB', '', 1),
  tags: fc.array(scalar, { maxLength: 3 }),
  rule: fc.oneof(rule, scalar),
  rules: fc.array(rule, { maxLength: 2 }),
  shape: fc.oneof(figure, scalar),
  weights: fc.dictionary(fc.constantFrom('a', 'b'), scalar),
  texts: fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(fc.constantFrom('abc', 'abcd', ''), scalar),
  ),
  named: fc.dictionary(fc.constantFrom('a', 'b'), rule),
  rows: fc.dictionary(
    fc.constantFrom('a', 'b'),
    fc.oneof(fc.array(scalar, { maxLength: 2 }), scalar),
  ),
  groups: fc.dictionary(
    fc.constantFrom('a', 'b'),
    fc.oneof(fc.array(rule, { maxLength: 2 }), rule),
  ),
  at: fc.constantFrom(
    '2026-03-01T09:30:00Z',
    '2026-03-01',
    'x',
    '2026-03-01T09:30:00.123Z',
    '2026-03-01T09:30:00+01:00',
  ),
};

describe('JSON Schemas of DTO classes', () => {
  it('agree with the validators on each field', async () => {
    const one = fc
      .constantFrom(...(Object.keys(values) as (keyof Everything)[]))
      .chain((name) => fc.record({ [name]: values[name] }));
    await fc.assert(
      fc.asyncProperty(one, async (field) => {
        const input = { id: 'x', note: null, ...field };
        expect({ input, schema: accepts(input) }).toEqual({ input, schema: await accepted(input) });
      }),
      { numRuns: 600 },
    );
  });

  it('agree with the validators on required and unknown fields', async () => {
    const inputs = [
      {},
      { id: 'x' },
      { note: null },
      { id: 'x', note: 'n' },
      { id: 'x', note: null, unknown: 1 },
      { id: null, note: null },
    ];
    for (const input of inputs)
      expect({ input, schema: accepts(input) }).toEqual({ input, schema: await accepted(input) });
  });

  it('says what class-validator-jsonschema would lose', () => {
    const { properties, required, additionalProperties, $defs } = schema(Everything) as Record<
      string,
      Record<string, unknown>
    >;
    expect(required).toEqual(expect.arrayContaining(['id', 'note']));
    expect(required).toHaveLength(2);
    expect(additionalProperties).toBe(false);
    expect(properties).toMatchObject({
      mixed: { enum: [1, 'two', true] },
      note: { type: ['string', 'null'] },
      choice: { type: ['string', 'null'], enum: ['a', 'b', null] },
      count: { type: 'integer', minimum: 1, maximum: 9 },
      size: { type: 'integer', default: 20 },
      rule: { $ref: '#/$defs/Rule' },
      shape: { oneOf: [{ $ref: '#/$defs/Circle' }, { $ref: '#/$defs/Square' }] },
      weights: { additionalProperties: { type: 'number' } },
    });
    expect(Object.keys($defs!)).toEqual(expect.arrayContaining(['Rule', 'Circle', 'Square']));
  });

  it('refuse what a schema cannot say', async () => {
    const { IsOptional } = await import('class-validator');
    class Conditional {
      @IsOptional() @dto.IsString() name?: string;
    }
    enum Numbers {
      one = 1,
    }
    class Numeric {
      @dto.IsEnum(Numbers) number!: Numbers;
    }
    class Flags {
      @dto.Matches(/a/i) word!: string;
    }
    class Typeless {
      @dto.Optional() thing?: unknown;
    }
    expect(() => schema(Conditional)).toThrow('Conditional.name has @IsOptional or @ValidateIf');
    expect(() => schema(Numeric)).toThrow('Numeric.number has a numeric enum');
    expect(() => schema(Flags)).toThrow('Flags.word: @Matches with flags "i"');
    expect(() => schema(Typeless)).toThrow('Typeless.thing has no decorator that says its type');
  });

  it('knows two classes of one name apart', () => {
    const inner = (() => {
      class Rule {
        @dto.IsInt() level!: number;
      }
      return Rule;
    })();
    class Both {
      @dto.ValidateNested() @dto.Type(() => Rule) one!: Rule;
      @dto.ValidateNested() @dto.Type(() => inner) two!: object;
    }
    expect(schema(Both)).toMatchObject({
      properties: { one: { $ref: '#/$defs/Rule' }, two: { $ref: '#/$defs/Rule2' } },
      $defs: { Rule: { properties: { name: {} } }, Rule2: { properties: { level: {} } } },
    });
  });
});
