import { IsInt, IsString, Max, MaxLength, Min, Optional } from 'svc-registry/dto';

/** Which part of a list is wanted. */
export class PageInput {
  /** Entries in one answer, at most 100. */
  @Optional() @IsInt() @Min(1) @Max(100) pageSize?: number;
  /** Cursor of the page before, as the answer's `next` link gave it. */
  @Optional() @IsString() @MaxLength(500) after?: string;
}
