import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../../persistence/contract/db.js';
import { SCORE, SCORE_RANGE, SECURITY } from '../../contract/search-facts.js';

const INTO = 'INSERT INTO "registry_version_facts" ("version_id", "fact", "rank", "text")';
const EXISTING = '"version_id" IN (SELECT "id" FROM "registry_versions")';
/** The newest review of each version; the next evaluation adds its part to the score. */
const SCORES = `(SELECT r."version_id", r."review_score" * 80 / 100 AS "score" FROM "review_runs" r
  WHERE r."type" = 'quality' AND r."state" = 'completed' AND r."review_score" IS NOT NULL AND r.${EXISTING}
    AND NOT EXISTS (SELECT 1 FROM "review_runs" l WHERE l."version_id" = r."version_id" AND l."type" = 'quality' AND l."state" = 'completed'
      AND l."review_score" IS NOT NULL AND (l."created_at" > r."created_at" OR (l."created_at" = r."created_at" AND l."id" > r."id")))) AS s`;
const RANGE = `CASE WHEN s."score" >= 90 THEN '90-100' WHEN s."score" >= 70 THEN '70-89' WHEN s."score" >= 50 THEN '50-69' ELSE '0-49' END`;

/** What reviews found before searches knew it. The registry's own migration has made the table; it hands the facts on to the plugins. */
export class AddSearchFacts1768200000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    const facts = [
      `SELECT "version_id", '${SECURITY}', NULL, CASE WHEN "verdict" = 'error' THEN 'unread' ELSE COALESCE(LOWER("overall_severity"), 'none') END FROM "review_versions" WHERE ${EXISTING}`,
      `SELECT s."version_id", '${SCORE}', -s."score", NULL FROM ${SCORES}`,
      `SELECT s."version_id", '${SCORE_RANGE}', NULL, ${RANGE} FROM ${SCORES}`,
    ];
    for (const select of facts) await runner.query(`${INTO} ${select}`);
  }
}
