import { DocumentEntity } from './entities/document.entity.js';
import { FileEntity } from './entities/file.entity.js';
import { VersionFactEntity } from './facts/version-fact.entity.js';
import { FactEntity } from './facts/fact.entity.js';
import { FactRevision } from './facts/fact-revision.entity.js';
import { TileEntity } from './entities/tile.entity.js';
import { TombstoneEntity } from './entities/tombstone.entity.js';
import { VersionEntity } from './entities/version.entity.js';
import { CreateRegistry1763640000000 } from './migrations/create-registry.js';
import { CreateFactRevisions1769100000000 } from './migrations/create-fact-revisions.js';
import { CreateReindexings1765900000000 } from './migrations/create-reindexings.js';
import { CreateSearchFacts1765700000000 } from './migrations/create-search-facts.js';
import { CreateScans1764000000000 } from './migrations/create-scans.js';
import { FactsOfVersions1766300000000 } from './migrations/facts-of-versions.js';
import { IndexGeneration1765600000000 } from './migrations/index-generation.js';
import { JudgeAgain1766100000000 } from './migrations/judge-again.js';
import { RecordCommit1764700000000 } from './migrations/record-commit.js';
import { RecordSeverity1764800000000 } from './migrations/record-severity.js';
import { SearchByAddress1764600000000 } from './migrations/search-by-address.js';
import { KeepVerdicts1766200000000 } from './migrations/keep-verdicts.js';
import { RescanRun } from './scan/rescan-run.entity.js';
import { RulesetEntity } from './scan/ruleset.entity.js';
import { ScanRun } from './scan/scan-run.entity.js';
import { VerdictEntity } from './scan/verdict.entity.js';
import { SearchByStems1765500000000 } from './migrations/search-by-stems.js';
import { ReindexRun } from './search/reindex/reindex-run.entity.js';
import { SearchByTerms1765800000000 } from './migrations/search-by-terms.js';
import { searchTables } from './search/search-tables.js';

export const entities = [
  TileEntity,
  VersionEntity,
  FileEntity,
  TombstoneEntity,
  DocumentEntity,
  FactEntity,
  VersionFactEntity,
  FactRevision,
  ScanRun,
  RescanRun,
  ReindexRun,
  RulesetEntity,
  VerdictEntity,
];
export const migrations = [
  CreateRegistry1763640000000,
  CreateScans1764000000000,
  SearchByAddress1764600000000,
  RecordCommit1764700000000,
  RecordSeverity1764800000000,
  SearchByStems1765500000000,
  IndexGeneration1765600000000,
  CreateSearchFacts1765700000000,
  SearchByTerms1765800000000,
  CreateReindexings1765900000000,
  JudgeAgain1766100000000,
  KeepVerdicts1766200000000,
  FactsOfVersions1766300000000,
  CreateFactRevisions1769100000000,
];
export const derived = searchTables;
