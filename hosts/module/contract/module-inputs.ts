import { IsBoolean, IsNotEmpty, IsString, Optional } from 'svc-registry/dto';

/** Whose modules are meant. */
export class WhichModules {
  /** Those of the server on this machine, which the configuration in its data folder names. */
  @Optional() @IsBoolean() server?: boolean;

  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. Means --server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;
}

/** A module of the configuration. */
export class ChangeModulesInput extends WhichModules {
  /** Name of a package that is installed beside the configuration, or path of a folder: ./my-module. */
  @IsString() @IsNotEmpty() module!: string;
}

/** What to check. */
export class CheckModuleInput {
  /** Path of the module's folder, or name of a package that is installed beside your configuration; default is the current folder. */
  @Optional() @IsString() @IsNotEmpty() module?: string;

  /** Write manifest.json from the code instead of comparing the two. */
  @Optional() @IsBoolean() write?: boolean;
}
