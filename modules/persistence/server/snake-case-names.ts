import { DefaultNamingStrategy } from 'typeorm';

/** Maps property `createdAt` to column `created_at`, which needs no quoting in hand-written SQL. */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return (
      custom ??
      [...prefixes, property]
        .join('_')
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .toLowerCase()
    );
  }
}
