import { defineExtensionPoint } from 'svc-registry/kernel';

/** A column of a table. */
export interface ColumnName {
  readonly table: string;
  readonly column: string;
}

const column = { table: 'text', column: 'text' } as const;

/**
 * Columns that hold the SHA-256 of contents in the blob store. A backup holds the contents that they name; what none of them names is
 * deleted after a day or two. So a module that keeps contents must name every such column here.
 */
export const blobReferencesPoint = defineExtensionPoint<ColumnName>('persistence.blobReferences', {
  fields: column,
});

/** Columns that hold ids of another module's rows. No foreign key guards them; `svc server check` does. */
export const rowReferencesPoint = defineExtensionPoint<ColumnName & { readonly to: ColumnName }>(
  'persistence.rowReferences',
  { fields: { ...column, to: { fields: column } } },
);
