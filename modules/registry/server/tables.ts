import { DocumentEntity } from './entities/document.entity.js';
import { FileEntity } from './entities/file.entity.js';
import { TileEntity } from './entities/tile.entity.js';
import { TombstoneEntity } from './entities/tombstone.entity.js';
import { VersionEntity } from './entities/version.entity.js';
import { CreateRegistry1763640000000 } from './migrations/create-registry.js';

export const entities = [TileEntity, VersionEntity, FileEntity, TombstoneEntity, DocumentEntity];
export const migrations = [CreateRegistry1763640000000];
