import { IsArray, IsInt, IsNotEmpty, IsString, Optional } from 'svc-registry/dto';

export class RotateInput {
  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;
}

export class RotationView {
  /** Id of the key that seals from now on; it tells nothing about the key. */
  @IsString() key!: string;
  /** How many values were sealed again. */
  @IsInt() sealed!: number;
  /** What is not sealed with that key, because no key opens it or a server has stored it meanwhile: a sentence for each column. */
  @IsArray() @IsString({ each: true }) left!: string[];
}
