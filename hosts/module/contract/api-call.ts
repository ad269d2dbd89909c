import { IsArray, IsBoolean, IsIn, IsNotEmpty, IsString, Optional } from 'svc-registry/dto';

export const apiMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A request to the server. */
export class ApiCallInput {
  /** Method of the request. */
  @IsIn(apiMethods) method!: (typeof apiMethods)[number];
  /** Path on the server, such as `/v1/workspaces`, with its query. */
  @IsString() @IsNotEmpty() path!: string;
  /** `<name>=<value>`: a field of the JSON body, or of the query for GET and DELETE. `true`, `false`, `null` and whole numbers are those, all else is text. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) field?: string[];
  /** File whose bytes are the body, `-` for standard input. JSON unless a header says otherwise. */
  @Optional() @IsString() @IsNotEmpty() input?: string;
  /** `<Name>: <value>`, a header of the request. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) header?: string[];
  /** Of a list: ask for all pages, and print one document with all entries in `data`. */
  @Optional() @IsBoolean() paginate?: boolean;
}

/** What the server answered: any JSON document, or a file. */
export class ApiAnswer {}
