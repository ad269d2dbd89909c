import { notFound, type Caller, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { AvailableSkill, AvailableSkills, AvailableSkillsInput } from '../../contract/available-skills.js';
import { placeholders, select } from '../statement.js';

const MAX_SKILLS = 1000;

const sqlFor = (workspaces: readonly string[]): string => `SELECT d."name", d."description", d."path",
    t."full_name" AS "plugin", v."semver" AS "version"
  FROM "registry_tiles" t
    JOIN "registry_versions" v ON v."id" = t."latest_version_id"
    JOIN "registry_documents" d ON d."tile_id" = t."id" AND d."kind" = 'skill'
  WHERE t."workspace_id" IN (${placeholders(workspaces)}) AND t."archived_at" IS NULL
  ORDER BY t."full_name", d."name", d."id" LIMIT ${MAX_SKILLS + 1}`;

@injectable()
export class ListAvailableSkillsHandler implements Handler<AvailableSkillsInput, AvailableSkills> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async run({ workspace }: AvailableSkillsInput, { caller }: Context): Promise<AvailableSkills> {
    const ids = workspace === undefined ? await this.workspaces.visibleTo(caller) : [await this.own(workspace, caller)];
    if (ids.length === 0) return { skills: [], truncated: false };
    const rows = await select<AvailableSkill>(this.database, sqlFor(ids), ids);
    return { skills: rows.slice(0, MAX_SKILLS), truncated: rows.length > MAX_SKILLS };
  }

  /** The id of a workspace in which the caller has a role. */
  private async own(nameOrId: string, caller: Caller): Promise<string> {
    const found = await this.workspaces.find(nameOrId);
    const visible = found === null ? [] : await this.workspaces.visibleTo(caller);
    if (found === null || !visible.includes(found.id)) throw notFound({ kind: 'workspace', id: nameOrId });
    return found.id;
  }
}
