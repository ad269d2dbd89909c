import type { QueryRunner } from 'typeorm';

/** Checks all references after work with foreign keys off. */
export async function requireIntactReferences(runner: QueryRunner): Promise<void> {
  const broken = (await runner.query('PRAGMA foreign_key_check')) as { table: string }[];
  if (broken.length > 0)
    throw new Error(`rows of "${broken[0]?.table ?? ''}" would refer to rows that do not exist`);
}
