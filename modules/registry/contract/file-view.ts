import { IsIn, IsInt, IsString } from 'svc-registry/dto';

/** A file of a version. */
export class FileView {
  /** Relative to the plugin's root, with `/`. */
  @IsString() path!: string;
  /** Bytes. */
  @IsInt() size!: number;
  /** SHA-256 of the content, in lower-case hex; also the file's ETag. */
  @IsString() sha256!: string;
  /** `0755` for an executable file, else `0644`. */
  @IsIn(['0644', '0755']) mode!: '0644' | '0755';
}
