import {
  IsBoolean,
  IsInstant,
  IsString,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { VersionView } from './version-view.js';

/** A plugin in the registry. */
export class TileView {
  /** Id of the plugin. */
  @IsString() id!: string;
  /** `<workspace>/<plugin>`. */
  @IsString() name!: string;
  /** Name of the workspace. */
  @IsString() workspace!: string;
  /** Name of the plugin within the workspace. */
  @IsString() plugin!: string;
  /** Id of the workspace. */
  @IsString() workspaceId!: string;
  /** What the plugin is for, as its latest version says. */
  @IsString() description!: string;
  /** Whether only the workspace's members may see the plugin. */
  @IsBoolean() private!: boolean;
  /** The highest version that can be newly installed; `null` when there is none, as for an archived plugin. */
  @Nullable() @IsString() latestVersion!: string | null;
  /** The version that `latestVersion` names. Lists leave its README and rule texts out. */
  @Nullable() @Type(() => VersionView) @ValidateNested() latest!: VersionView | null;
  /** When the plugin was archived; `null` while it is not. */
  @Nullable() @IsInstant() archivedAt!: string | null;
  /** Why the plugin was archived; `null` when no reason was given. */
  @Nullable() @IsString() archivedReason!: string | null;
  /** When the plugin was first published. */
  @IsInstant() createdAt!: string;
  /** When the plugin last changed. */
  @IsInstant() updatedAt!: string;
  /** Permissions that the caller holds on the plugin, such as `tile:archive`. Only in the answer about one plugin. */
  @Optional() @IsString({ each: true }) allowedActions?: readonly string[];
}
