import {
  IsObject,
  IsInstant,
  IsString,
  IsUUID,
  Length,
  MapOf,
  Nullable,
  Type,
  ValidateNested,
} from 'svc-registry/dto';

const MAX_DEPENDENCIES = 500;

export class ManagedDependency {
  /** Exact version, or `latest` for any. */
  @IsString() @Length(1, 256) version!: string;
}

export class ManagedManifest {
  /** What managed projects may install of these plugins, by `<workspace>/<plugin>`. At most 500. */
  @MapOf(() => ManagedDependency, { maxSize: MAX_DEPENDENCIES }) dependencies!: Record<
    string,
    ManagedDependency
  >;
}

export class ManagedProjectRef {
  /** Id or name of the workspace. */
  @IsString() @Length(1, 201) workspaceId!: string;
}

/** Fields beside `manifest.dependencies` are refused: `allowUrlSources` and `allowFileSources` were removed. */
export class SetManagedProjectInput extends ManagedProjectRef {
  @IsObject() @ValidateNested() @Type(() => ManagedManifest) manifest!: ManagedManifest;
}

export class ManagedProjectView {
  @IsUUID() workspaceId!: string;
  /** `null` when the workspace prescribes nothing. */
  @Nullable()
  @IsObject()
  @ValidateNested()
  @Type(() => ManagedManifest)
  manifest!: ManagedManifest | null;
  @Nullable() @IsInstant() updatedAt!: string | null;
}
