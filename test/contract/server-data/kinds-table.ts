import fc from 'fast-check';
import { Column, Entity, PrimaryColumn, type QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../modules/persistence/contract/db.js';
import type { TestTables } from '../open-database.js';

const words = ['one', "it's", 'drei'] as const;

/** A row with every kind of column that modules are offered, and a key of several columns. */
@Entity('kinds_row')
export class KindsRow {
  @PrimaryColumn(columns.id()) id!: string;
  @PrimaryColumn({ ...columns.text(), nullable: false }) path!: string;
  @PrimaryColumn({ ...columns.counter(), nullable: false }) number!: number;
  @Column(columns.text({ nullable: true })) note!: string | null;
  @Column(columns.instant()) at!: Date;
  @Column(columns.instant({ nullable: true })) ended!: Date | null;
  @Column(columns.json()) data!: object;
  @Column(columns.json({ nullable: true })) more!: object | null;
  @Column(columns.size()) bytes!: number;
  @Column(columns.boolean()) open!: boolean;
  @Column(columns.oneOf(words)) word!: string;
  @Column(columns.id({ nullable: true })) other!: string | null;
}

export class CreateKinds1700000000001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'kinds_row',
      columns: {
        id: columns.id(),
        path: columns.text(),
        number: columns.counter(),
        note: columns.text({ nullable: true }),
        at: columns.instant(),
        ended: columns.instant({ nullable: true }),
        data: columns.json(),
        more: columns.json({ nullable: true }),
        bytes: columns.size(),
        open: columns.boolean(),
        word: columns.oneOf(words),
        other: columns.id({ nullable: true }),
      },
      primary: ['id', 'path', 'number'],
    });
  }
}

export const kindsTables: TestTables = {
  module: 'kinds',
  entities: [KindsRow],
  migrations: [CreateKinds1700000000001],
};

// PostgreSQL takes every character but this one
const text = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((value) => value.replaceAll('\0', ' '));
const key = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', '1', ''));
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
  ),
}));
const json = fc.oneof(
  fc.array(tree, { maxLength: 4 }),
  fc.dictionary(key, tree, { maxKeys: 4 }),
) as fc.Arbitrary<object>;
const instant = fc.date({
  min: new Date(0),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

/** Rows of which no two have the same key. */
export const anyRows: fc.Arbitrary<KindsRow[]> = fc.uniqueArray(
  fc
    .record({
      id: fc.constantFrom(
        '00000000-0000-4000-8000-000000000001',
        'ffffffff-0000-4000-8000-000000000001',
      ),
      path: text,
      number: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      note: fc.option(text),
      at: instant,
      ended: fc.option(instant),
      data: json,
      more: fc.option(json),
      bytes: fc.maxSafeInteger(),
      open: fc.boolean(),
      word: fc.constantFrom(...words),
      other: fc.option(fc.uuid()),
    })
    .map((row) => Object.assign(new KindsRow(), row)),
  { maxLength: 60, selector: ({ id, path, number }) => JSON.stringify([id, path, number]) },
);
