import { ArrayMaxSize, IsArray, IsString, MapOf, MaxLength } from 'svc-registry/dto';

/** Which packages to look plugins up for. */
export class MatchTilesInput {
  /** Package URLs such as `pkg:npm/express@4.18.2`: 1000 at most. */
  @IsArray()
  @ArrayMaxSize(1000)
  @IsString({ each: true })
  @MaxLength(500, { each: true })
  purls!: string[];
}

/** A plugin that names a package. */
export class TileMatch {
  /** Name of the workspace. */
  @IsString() workspaceName!: string;
  /** Name of the plugin within the workspace. */
  @IsString() tileName!: string;
  /** The plugin's latest version. */
  @IsString() version!: string;
  /** The package, in the one spelling by which package URLs are compared: without version, qualifiers and subpath. */
  @IsString() describes!: string;
}

/** Plugins by package. */
export class TileMatches {
  /** For each package URL, as it was asked for, the plugins that name the package: by name, the first 20. Empty where there is none. */
  @MapOf(() => TileMatch, { each: true }) matches!: Record<string, TileMatch[]>;
}
