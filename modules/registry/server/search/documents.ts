import { posix } from 'node:path';
import type { EntityManager } from 'typeorm';
import type { Engine } from '../../../persistence/contract/db.js';
import { DocumentEntity, type DocumentKind } from '../entities/document.entity.js';
import type { TileEntity } from '../entities/tile.entity.js';
import type { VersionEntity } from '../entities/version.entity.js';
import { insertRows } from '../insert-rows.js';
import { searchIndexOf } from './search-index.js';
import { linkOf } from './links.js';
import { learnWords } from './vocabulary.js';
import { nameStems, textStems } from './stems.js';

type NewDocument = Omit<DocumentEntity, 'id'>;

interface DocumentText {
  readonly kind: DocumentKind;
  readonly name: string;
  readonly description?: string;
  readonly path?: string;
  readonly body?: string;
}

/** The version of the rules for making and indexing words, and for the facts that follow a version. Raise it when they change, so that older documents are indexed again. */
export const INDEX_GENERATION = 2;

const TITLE_LENGTH = 200;

/** Replaces a plugin's search documents by those of its latest version. Runs in the unit that changed `latest`. */
export async function reindex(
  manager: EntityManager,
  { engine, tile, latest }: { engine: Engine; tile: TileEntity; latest: VersionEntity | null },
): Promise<void> {
  const index = searchIndexOf(engine);
  await index.remove(manager, tile.id);
  await manager.delete(DocumentEntity, { tileId: tile.id });
  if (latest === null) return;
  const documents = documentsOf(tile, latest).map((text) => row(tile.id, text));
  await insertRows(manager, DocumentEntity, documents);
  await index.add(manager, tile.id);
  await learnWords(manager, engine, documents);
}

function documentsOf(tile: TileEntity, latest: VersionEntity): DocumentText[] {
  const skills = latest.skills.map(({ name, description, path }): DocumentText => ({
    kind: 'skill',
    name,
    description,
    path,
  }));
  const rules = latest.rules.map(({ name, path }): DocumentText => ({
    kind: 'rule',
    name,
    path,
    description: titleOf(latest, path),
  }));
  const parts = [...skills, ...rules].map(
    ({ name, description }) => `${name} ${description ?? ''}`,
  );
  const plugin: DocumentText = {
    kind: 'plugin',
    name: tile.fullName,
    description: latest.description,
    body: parts.join('\n'),
  };
  return [plugin, ...skills, ...rules, ...docsOf(latest), ...latest.links.flatMap(linkDocument)];
}

function docsOf({ readme, docs, description }: VersionEntity): DocumentText[] {
  const texts = [
    ...(readme === null ? [] : [{ path: 'README.md', content: readme }]),
    ...(docs === null ? [] : [docs]),
  ];
  return texts.map(({ path, content }) => ({
    kind: 'doc',
    name: firstHeading(content) ?? posix.parse(path).name,
    description,
    path,
    body: content,
  }));
}

/** Versions that were published long ago may hold an address in an older spelling. */
function linkDocument(address: string): DocumentText[] {
  const link = linkOf(address);
  return link !== undefined && 'key' in link ? [{ kind: 'link', name: link.key }] : [];
}

/** The first heading of a rule's text. */
function titleOf({ steering }: VersionEntity, path: string): string {
  return firstHeading(steering?.find((entry) => entry.path === path)?.content ?? '') ?? '';
}

function firstHeading(markdown: string): string | undefined {
  return /^#{1,6}[ \t]+(\S[^\n]*)$/m.exec(markdown)?.[1]?.trim().slice(0, TITLE_LENGTH);
}

function row(
  tileId: string,
  { kind, name, description = '', path, body = '' }: DocumentText,
): NewDocument {
  return {
    tileId,
    kind,
    name,
    description,
    path: path ?? null,
    nameWords: nameStems(name),
    descriptionWords: textStems(description),
    bodyWords: textStems(body),
    generation: INDEX_GENERATION,
  };
}
