import { Matches, IsNotEmpty, IsString, MaxLength, Optional } from 'svc-registry/dto';

/** A version that is to be judged again. */
export class JudgeAgainInput {
  /** `<workspace>/<plugin>@<version>` */
  @IsString() @MaxLength(500) version!: string;
  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;
}

/** A version whose block is to be lifted. */
export class ClearInput extends JudgeAgainInput {
  /** Why, for everybody who sees the version. */
  @IsString()
  @Matches(/\S/, { message: 'reason must not be blank' })
  @MaxLength(500)
  reason!: string;
}
