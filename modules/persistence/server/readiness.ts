import { inject, injectable } from 'tsyringe';
import type { ReadinessCheck } from 'svc-registry/kernel';
import { readDatabaseKey, type ReadDatabase } from '../contract/db.js';

/** Ready means that the database answers. */
@injectable()
export class DatabaseAnswers implements ReadinessCheck {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async check(): Promise<void> {
    await this.database.manager.query('SELECT 1');
  }
}
