import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { Optional } from './presence.js';

/** Which page of a list: the fields of the input of a list operation, to be extended. The route names them by `pageQuery`. */
export class PageInput {
  /** Entries per page; 100 at most, which is also the default. */
  @Optional() @IsInt() @Min(1) @Max(100) pageSize?: number;
  /** The page after this cursor, as `links.next` of another page gave it. */
  @Optional() @IsString() @MaxLength(1000) after?: string;
  /** The page before this cursor, as `links.prev` of another page gave it. */
  @Optional() @IsString() @MaxLength(1000) before?: string;
}
