import type { QueryRunner } from 'typeorm';
import { addColumn, columns, engineOf, type Migration } from '../../../persistence/contract/db.js';
import { linkOf } from '../search/links.js';
import { sqlOf } from '../statement.js';

/** Makes declared documents searchable, and normalizes addresses to one spelling for look-up. */
export class SearchByAddress1764600000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'registry_versions', {
      name: 'docs',
      spec: columns.json({ nullable: true }),
    });
    await runner.query(
      'CREATE INDEX "registry_tiles_organization_id_full_name_idx" ON "registry_tiles" ("organization_id", "full_name")',
    );
    const links = (await runner.query(
      `SELECT "id", "name" FROM "registry_documents" WHERE "kind" = 'link'`,
    )) as { id: number; name: string }[];
    const rename = sqlOf(
      engineOf(runner),
      'UPDATE "registry_documents" SET "name" = ? WHERE "id" = ?',
    );
    for (const { id, name } of links) {
      const link = linkOf(name);
      if (link === undefined || 'problem' in link || link.key === name) continue;
      await runner.query(rename, [link.key, id]);
    }
  }
}
