import { IsInt, IsString, Max, MaxLength, Min, Optional } from 'svc-registry/dto';

/** Which page of a list. */
export class PageInput {
  /** Entries per page; 100 at most, which is also the default. */
  @Optional() @IsInt() @Min(1) @Max(100) pageSize?: number;
  /** The page after this cursor, as `links.next` of another page gave it. */
  @Optional() @IsString() @MaxLength(1000) after?: string;
  /** The page before this cursor, as `links.prev` of another page gave it. */
  @Optional() @IsString() @MaxLength(1000) before?: string;
}
