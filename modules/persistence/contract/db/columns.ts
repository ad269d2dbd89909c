import type { ColumnOptions } from 'typeorm';

/** The two kinds of database. */
export type Engine = 'sqlite' | 'postgres';

/** The engines' names of a column's type. */
export type DdlType = Readonly<Record<Engine, string>>;

/** A column as both sides need it: an entity passes it to its decorator, a migration to `createTable`. */
export type SharedColumn = ColumnOptions & {
  readonly ddl: DdlType;
  /** Byte order on PostgreSQL too: names sort alike on both engines. */
  readonly bytewise?: boolean;
  /** The only words allowed; becomes a CHECK. */
  readonly values?: readonly string[];
  /** SQL literal such as `'0'`, for migrations. */
  readonly defaultSql?: string;
};

export interface ColumnSettings<T> {
  readonly nullable?: boolean;
  readonly default?: T;
}

const same = (type: string): DdlType => ({ sqlite: type, postgres: type });
const optional = ({
  nullable = false,
}: {
  readonly nullable?: boolean;
}): { nullable: boolean } => ({ nullable });

function defaultOf<T>(
  settings: ColumnSettings<T>,
  literal: (value: T) => string,
): { default?: T; defaultSql?: string } {
  return settings.default === undefined
    ? {}
    : { default: settings.default, defaultSql: literal(settings.default) };
}

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const instantTransformer = {
  to: (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value),
  from: (value: string | Date | null): Date | null => (value === null ? null : new Date(value)),
};

const sizeTransformer = {
  to: (value: unknown): unknown => value,
  from: (value: string | number | null): number | null => (value === null ? null : Number(value)),
};

/**
 * The column types that mean the same on every engine.
 * In an entity: `@Column(columns.instant()) createdAt!: Date`; property `createdAt` is the column `created_at`.
 */
export const columns = {
  /** A UUID: primary key, or reference to another row. */
  id: <N extends boolean = false>(
    settings: { readonly nullable?: N } = {},
  ): SharedColumn & { nullable: N } => ({
    type: 'varchar',
    ddl: { sqlite: 'varchar', postgres: 'uuid' },
    nullable: (settings.nullable ?? false) as N,
  }),
  /** A moment; a `Date` in the entity. In query builders pass `date.toISOString()`, in find options the Date itself. */
  instant: (settings: ColumnSettings<never> = {}): SharedColumn => ({
    type: 'varchar',
    ddl: { sqlite: 'varchar', postgres: 'timestamptz' },
    transformer: instantTransformer,
    ...optional(settings),
  }),
  /** An object or an array; never a bare string. */
  json: (settings: ColumnSettings<never> = {}): SharedColumn => ({
    type: 'simple-json',
    // SQLite stores it as text; the name tells a backup what the text means
    ddl: { sqlite: 'json', postgres: 'jsonb' },
    ...optional(settings),
  }),
  /** A small whole number, at most 2^31 - 1. */
  counter: (settings: ColumnSettings<number> = {}): SharedColumn => ({
    type: 'integer',
    ddl: same('integer'),
    ...optional(settings),
    ...defaultOf(settings, (value) => `'${value}'`),
  }),
  /** A whole number of bytes, at most 2^53 - 1. */
  size: (settings: ColumnSettings<number> = {}): SharedColumn => ({
    type: 'bigint',
    ddl: { sqlite: 'integer', postgres: 'bigint' },
    transformer: sizeTransformer,
    ...optional(settings),
    ...defaultOf(settings, (value) => `'${value}'`),
  }),
  boolean: (settings: ColumnSettings<boolean> = {}): SharedColumn => ({
    type: 'boolean',
    ddl: same('boolean'),
    ...optional(settings),
    ...defaultOf(settings, (value) => `'${String(value)}'`),
  }),
  text: (settings: ColumnSettings<string> = {}): SharedColumn => ({
    type: 'text',
    ddl: same('text'),
    bytewise: true,
    ...optional(settings),
    ...defaultOf(settings, quoted),
  }),
  /** One of a fixed list of words, such as the states of a machine. */
  oneOf: (values: readonly string[], settings: ColumnSettings<string> = {}): SharedColumn => ({
    ...columns.text(settings),
    values,
  }),
};
