import type { DocumentKind } from '../entities/document.entity.js';

/** The kinds that have a full-text index. */
export type IndexedKind = Exclude<DocumentKind, 'link'>;
export const indexedKinds: readonly IndexedKind[] = ['plugin', 'skill', 'rule', 'doc'];
