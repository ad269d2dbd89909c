import { defineExtensionPoint, serviceKey } from 'svc-registry/kernel';

export { secretsUnavailable, secretUnreadable } from './errors.js';

/** A column whose values are sealed texts, or NULL. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The column with the id of the row: unique, and never changed. */
  readonly row: string;
}

/**
 * Columns that hold sealed values. `svc server secrets rotate` seals them again, `svc server check` counts those that do not open. The
 * contribution's id is part of every value of the column: it never changes.
 */
export const sealedColumnsPoint = defineExtensionPoint<SealedColumn>('secrets.sealedColumns', {
  fields: { table: 'text', column: 'text', row: 'text' },
});

/** Where a sealed value is stored. It opens nowhere else. */
export interface SealedPosition {
  /** The id of a contribution to `secrets.sealedColumns`. */
  readonly column: string;
  /** The id of the row. */
  readonly row: string;
}

/**
 * Seals texts that a server has to keep and to read again, such as keys of other services. What only has to be compared, such as a password,
 * is hashed instead. Operations that take such a text say `takesSecret`.
 */
export interface Secrets {
  /** The value to store: ASCII, 4/3 of the text's bytes and 50 more. Call it before the unit of work. Throws `secrets_unavailable`. */
  seal(text: string, at: SealedPosition): Promise<string>;
  /** The text of a stored value. Throws `secret_unreadable` or `secrets_unavailable`. */
  open(value: string, at: SealedPosition): Promise<string>;
}

/** Sealed values, for server code of modules that require `secrets`. */
export const secretsKey = serviceKey<Secrets>('secrets.secrets');
