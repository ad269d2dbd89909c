import {
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  Optional,
  PageInput,
} from 'svc-registry/dto';

/** Parts of a version, from the least. */
export const bumps = ['patch', 'minor', 'major'] as const;
export type Bump = (typeof bumps)[number];

// Names in paths carry no rule of form: one that cannot exist is "not found", like any other that does not exist.

/** A plugin, by name. */
export class TileRef {
  /** Name of the workspace. */
  @IsString() workspace!: string;
  /** Name of the plugin within the workspace. */
  @IsString() tile!: string;
}

/** A version of a plugin. */
export class VersionRef extends TileRef {
  /** The exact version, or `latest`. */
  @IsString() version!: string;
}

/** A file of a version. */
export class FileRef extends VersionRef {
  /** The file's exact path relative to the plugin's root, with `/`. */
  @IsString() filePath!: string;
}

/** Whether a plugin is archived. */
export class ArchiveTileInput extends TileRef {
  /** True keeps it from being installed anew and published to; false restores it. */
  @IsBoolean() archived!: boolean;
  /** Why, for everybody who sees it or wants to install it. Left out: as it was. */
  @Optional() @IsString() @MaxLength(500) archivedReason?: string;
}

/** Whether a version is archived. */
export class ArchiveVersionInput extends VersionRef {
  /** True keeps it from being installed anew; false restores it. */
  @IsBoolean() archived!: boolean;
  /** Why, for everybody who sees it or wants to install it. Left out: as it was. */
  @Optional() @IsString() @MaxLength(500) archivedReason?: string;
}

/** Which plugins to list. */
export class ListTilesInput {
  /** Only plugins of this workspace: its name or id. */
  @Optional() @IsString() @MaxLength(100) workspace?: string;
  /** Also archived plugins. */
  @Optional() @IsBoolean() includeArchived?: boolean;
  /** Entries per page; 20 at most, which is also the default. */
  @Optional() @IsInt() @Min(1) @Max(20) pageSize?: number;
  /** The page after this cursor, as `links.next` of another page gave it. */
  @Optional() @IsString() @MaxLength(1000) after?: string;
  /** The page before this cursor, as `links.prev` of another page gave it. */
  @Optional() @IsString() @MaxLength(1000) before?: string;
}

export const versionOrders = ['version', '-version'] as const;
export type VersionOrder = (typeof versionOrders)[number];

/** Which versions to list. */
export class ListVersionsInput extends PageInput {
  /** Name of the workspace. */
  @IsString() workspace!: string;
  /** Name of the plugin within the workspace. */
  @IsString() tile!: string;
  /** Also archived versions. */
  @Optional() @IsBoolean() includeArchived?: boolean;
  /** `version` lists the lowest first; default `-version`, the highest first. */
  @Optional() @IsIn(versionOrders) sort?: VersionOrder;
  /** Only versions that were published from this git commit: its hash or at least the first 7 digits of it. */
  @Optional()
  @Matches(/^[0-9a-f]{7,64}$/, {
    message: 'commit must be 7 to 64 hexadecimal digits in lower case',
  })
  commit?: string;
}

/** Which files to list. */
export class ListFilesInput extends PageInput {
  /** Name of the workspace. */
  @IsString() workspace!: string;
  /** Name of the plugin within the workspace. */
  @IsString() tile!: string;
  /** The exact version, or `latest`. */
  @IsString() version!: string;
}

/** Where to publish; the body is the archive. */
export class PublishTileInput {
  /** Name of the workspace; the manifest in the archive must name the same. */
  @IsString() @MaxLength(100) workspace!: string;
  /**
   * Agrees that a private plugin becomes public with this version. The manifest must say `"private": false`.
   * Going public cannot be undone.
   */
  @Optional() @IsBoolean() public?: boolean;
  /** Which part of the version is raised in what `version_exists` suggests; default is `patch`. */
  @Optional() @IsIn(bumps) bump?: Bump;
  /** Full hash of the git commit that holds exactly this source, for those who install by commit. */
  @Optional()
  @Matches(/^[0-9a-f]{40}([0-9a-f]{24})?$/, {
    message: 'commit must be the full hash of a commit: 40 or 64 hexadecimal digits in lower case',
  })
  commit?: string;
}

/** Content that somebody may want to publish. */
export class PreviewPublishInput extends TileRef {
  /** The version that its manifest names. */
  @IsString() @MaxLength(256) version!: string;
  /** SHA-256 of the uncompressed archive, in lower-case hex. */
  @Matches(/^[0-9a-f]{64}$/, { message: 'fingerprint must be 64 hexadecimal digits in lower case' })
  fingerprint!: string;
  /** Which part of the version to raise when it is taken; default is `patch`. */
  @Optional() @IsIn(bumps) bump?: Bump;
}
