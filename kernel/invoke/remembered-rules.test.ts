import { describe, expect, it } from '@jest/globals';
import { getMetadataStorage, validateSync } from 'class-validator';
import { decorate, IsInt, IsString } from 'svc-registry/dto';
import { rememberRules } from './remembered-rules.js';

rememberRules(getMetadataStorage());

const wrongFields = (value: object): string[] =>
  validateSync(value, { whitelist: true, forbidNonWhitelisted: true }).map(
    ({ property }) => property,
  );

describe('remembered rules', () => {
  it('are those of the class and of what it extends', () => {
    class Named {
      @IsString() name: unknown = 1;
    }
    class Counted extends Named {
      @IsInt() count: unknown = 'x';
      other = 1;
    }
    const both = () => [wrongFields(new Counted()).sort(), wrongFields(new Named())];
    expect(both()).toEqual([['count', 'name', 'other'], ['name']]);
    expect(both()).toEqual([['count', 'name', 'other'], ['name']]);
  });

  it('are read anew when a field has been decorated since, also one of a class that is extended', () => {
    class Base {
      @IsString() first: unknown = 'x';
      second: unknown = 'x';
    }
    class Extended extends Base {
      @IsString() own: unknown = 'x';
    }
    expect(wrongFields(new Extended())).toEqual(['second']);
    decorate(Base, { second: [IsInt()] });
    expect(validateSync(new Extended())).toMatchObject([
      { property: 'second', constraints: { isInt: expect.any(String) } },
    ]);
  });

  it('of groups stay apart', () => {
    class Grouped {
      @IsString({ groups: ['strict'] }) name: unknown = 1;
      @IsInt() count: unknown = 'x';
    }
    expect(
      validateSync(new Grouped(), { groups: ['strict'] }).map(({ property }) => property),
    ).toEqual(['name']);
    expect(wrongFields(new Grouped()).sort()).toEqual(['count', 'name']);
    expect(
      validateSync(new Grouped(), { strictGroups: true }).map(({ property }) => property),
    ).toEqual(['count']);
  });
});
