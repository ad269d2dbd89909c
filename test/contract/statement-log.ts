import type { Logger } from 'typeorm';

/** Collects every statement that a DataSource runs. */
export class StatementLog implements Logger {
  readonly statements: string[] = [];
  logQuery(query: string): void {
    this.statements.push(query);
  }
  logQueryError(): void {
    // a failed statement fails its test
  }
  logQuerySlow(): void {
    // nobody is interested in time here
  }
  logSchemaBuild(): void {
    // migrations ran before
  }
  logMigration(): void {
    // migrations ran before
  }
  log(): void {
    // not a statement
  }
}
