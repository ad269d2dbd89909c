import {
  IsBoolean,
  IsIn,
  IsInstant,
  IsString,
  IsUUID,
  Length,
  Matches,
  Nullable,
  Optional,
  PageInput,
} from 'svc-registry/dto';
import { workspaceRoles, type WorkspaceRole } from '../access.js';

/** The scope of an API key: one workspace or a whole organization. */
export interface KeyScope {
  workspace?: string;
  org?: string;
}

/** An API key without its secret. */
export class ApiKeyView {
  @IsUUID() id!: string;
  @IsString() name!: string;
  /** Name of the workspace that the key is for; `null` for a key of a whole organization. */
  @Nullable() @IsString() workspace!: string | null;
  @Nullable() @IsUUID() workspaceId!: string | null;
  /** Name of the organization. */
  @IsString() organization!: string;
  @IsUUID() organizationId!: string;
  /** Role of the key in the workspace, or in every workspace of the organization. */
  @IsIn(workspaceRoles) role!: WorkspaceRole;
  /** Start and end of the key's value, by which it can be recognised. */
  @IsString() obfuscatedValue!: string;
  @IsInstant() createdAt!: string;
  /** When the key expires; `null` means never. */
  @Nullable() @IsInstant() expiresAt!: string | null;
  /** True in the last seven days before the key expires. */
  @IsBoolean() expiresSoon!: boolean;
}

/** A new API key with its secret, which is shown once. */
export class CreatedApiKey extends ApiKeyView {
  /** The key itself; shown only here. */
  @IsString() value!: string;
}

export class CreateApiKeyInput implements KeyScope {
  /** Name of the key, unique among the keys of the same workspace or organization. */
  @IsString()
  @Length(1, 100)
  @Matches(/^[^\x00-\x1f\x7f]*$/, { message: 'name must not contain control characters' })
  name!: string;
  /** Name or id of the workspace that the key is for. Give this or `org`. */
  @Optional() @IsString() @Length(1, 201) workspace?: string;
  /** Name or id of the organization that the key is for. Give this or `workspace`. */
  @Optional() @IsString() @Length(1, 100) org?: string;
  /** Role of the key, at most your own; default `publisher`. */
  @Optional() @IsIn(workspaceRoles) role?: WorkspaceRole;
  /** When the key expires: a number of days such as `30d` (the default), or `never`. */
  @Optional()
  @Matches(/^(never|[1-9]\d{0,3}d)$/, {
    message: 'expires must be "never" or a number of days such as 30d',
  })
  expires?: string;
}

export class ListApiKeysInput extends PageInput implements KeyScope {
  /** Name or id of the workspace whose keys are listed. Give this or `org`. */
  @Optional() @IsString() @Length(1, 201) workspace?: string;
  /** Name or id of the organization whose keys are listed. Give this or `workspace`. */
  @Optional() @IsString() @Length(1, 100) org?: string;
}

export class ApiKeyRef {
  /** Id of the key, as `svc api-key list` shows it. */
  @IsUUID() id!: string;
}
