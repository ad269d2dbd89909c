import type { EntityManager } from 'typeorm';
import { HOOKS, NEWEST, TOOL_SERVERS } from '../../contract/plugin-facts.js';
import type { PluginContents } from '../../contract/plugin-format.js';
import { TOOL_SERVERS_PATH } from '../../format/limits.js';
import { FileEntity } from '../entities/file.entity.js';
import type { TileEntity } from '../entities/tile.entity.js';
import type { VersionEntity } from '../entities/version.entity.js';
import { FactEntity } from './fact.entity.js';
import { VersionFactEntity } from './version-fact.entity.js';

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

/** Replaces the facts that a plugin has through its latest version. Runs in the unit that holds the plugin's lock. */
export async function followLatest(
  manager: EntityManager,
  { id: tileId, fullName }: Pick<TileEntity, 'id' | 'fullName'>,
  latest: VersionEntity | null,
): Promise<void> {
  await manager.delete(FactEntity, { tileId, ofVersion: true });
  if (latest === null) return;
  const { id: versionId, publishedAt } = latest;
  const stored = await manager.findBy(VersionFactEntity, { versionId });
  const hasServers = await manager.existsBy(FileEntity, { versionId, path: TOOL_SERVERS_PATH });
  const facts = [
    ...stored.map(({ fact, rank, text }) => ({ fact, rank, text })),
    { fact: NEWEST, rank: -publishedAt.getTime(), text: null },
    { fact: TOOL_SERVERS, rank: null, text: yesOrNo(hasServers) },
  ];
  const rows = facts.map((fact) => ({ ...fact, tileId, fullName, ofVersion: true }));
  await manager.upsert(FactEntity, rows, ['tileId', 'fact']);
}

/** What only the contents of a version tell. The plugin has it once it follows the version. */
export async function noteContents(
  manager: EntityManager,
  versionId: string,
  bringsHooks: boolean,
): Promise<void> {
  const row = { versionId, fact: HOOKS, rank: null, text: yesOrNo(bringsHooks) };
  await manager.upsert(VersionFactEntity, row, ['versionId', 'fact']);
}

/** Whether agents run something by themselves because of the plugin. */
export const bringsHooks = ({ manifest: { hooks, nativeHooks } }: PluginContents): boolean =>
  [hooks, nativeHooks].some((each) => each !== undefined && Object.keys(each).length > 0);
