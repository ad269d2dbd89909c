import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  MapOf,
  Max,
  MaxLength,
  Min,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import {
  hitKinds,
  LONGEST_QUERY,
  searchTypes,
  type HitKind,
  type SearchType,
} from './search-kinds.js';

/** What to look for, and where. */
export class SearchInput {
  /** Words, a plugin's name, a package URL (`pkg:npm/express`) or the HTTP address of a repository. Left out: everything, by name. */
  @Optional() @IsString() @MaxLength(LONGEST_QUERY) query?: string;
  /** Look for skills, in READMEs, or for rules, instead of for plugins. */
  @Optional() @IsIn(searchTypes) type?: SearchType;
  /** Only this workspace: name, `<organization>/<workspace>`, or id. Needs sign-in. */
  @Optional() @IsString() @MaxLength(210) workspace?: string;
  /** Only this organization: name or id. Needs sign-in; not together with `workspace`. */
  @Optional() @IsString() @MaxLength(100) org?: string;
  /**
   * `relevance`, the default: the best match first, and without words everything by name. `downloads`: the most often downloaded first. Or what a
   * module of the server adds: plugins of which it is not known come last. Of the hits for words, those that hardly match do.
   */
  @Optional() @IsString() @MaxLength(100) sort?: string;
  /**
   * Only hits with these values of facets, all of them: `<facet>:<value>`, such as `security:none` or `hooks:no`. The facets are those that
   * `meta.facets` counts besides `workspace` and `organization`, which have filters of their own.
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(8)
  @IsString({ each: true })
  @MaxLength(300, { each: true })
  facets?: readonly string[];
  /** Counts the hits of a list as well, and how many hits other types have. */
  @Optional() @IsBoolean() count?: boolean;
  /** Entries per page; 100 at most, 20 by default. */
  @Optional() @IsInt() @Min(1) @Max(100) pageSize?: number;
  /** The page after this cursor, as `links.next` of another page gave it. */
  @Optional() @IsString() @MaxLength(8000) after?: string;
  /** The page before this cursor, as `links.prev` of another page gave it. */
  @Optional() @IsString() @MaxLength(8000) before?: string;
}

export const matchFields = ['name', 'description', 'text', 'address'] as const;
export type MatchField = (typeof matchFields)[number];

/** A part of a text, counted in UTF-16 code units. */
export class TextRange {
  /** Where it begins; 0 is the first. */
  @IsInt() start!: number;
  /** Where it has ended: one after its last. */
  @IsInt() end!: number;
}

/** Why a search found something. */
export class SearchMatch {
  /** Where the words are: in the name, in the description, in the text behind them, or the address itself was looked for. */
  @IsIn(matchFields) field!: MatchField;
  /** The words of the query that are there, also in another form (`tests` for `testing`). */
  @IsString({ each: true }) words!: string[];
  /** Which parts of `name` or `description` they are, first to last; empty for what the answer does not hold. */
  @Type(() => TextRange) @ValidateNested({ each: true }) ranges!: TextRange[];
}

/** Something that a search found: a plugin, or a skill, rule or README of one. */
export class SearchHit {
  /** What was found. */
  @IsIn(hitKinds) kind!: HitKind;
  /** The plugin: `<workspace>/<plugin>`. What `svc install` takes. */
  @IsString() plugin!: string;
  /** The plugin's latest version. */
  @IsString() version!: string;
  /** Name of what was found: the plugin's full name, or the skill's, rule's or README's own. */
  @IsString() name!: string;
  /** What it is for. */
  @IsString() description!: string;
  /** Where it lies relative to the plugin's root; left out for plugins. */
  @Optional() @IsString() path?: string;
  /** Whether only the workspace's members may see the plugin. */
  @IsBoolean() private!: boolean;
  /** Present, and true, when less than a third of what was asked for occurs in it, rare words counting more: perhaps nothing fits. */
  @Optional() @IsBoolean() weak?: boolean;
  /** Why it was found; left out in a list of everything. */
  @Optional() @Type(() => SearchMatch) @ValidateNested({ each: true }) matches?: SearchMatch[];
  /** What modules of the server know of the plugin's latest version, by the names under which they contribute it, such as `scores`. */
  @Optional() @MapOf('json') facts?: Readonly<Record<string, unknown>>;
}

/** How many hits have a value. */
export class FacetValue {
  /** The value, such as a workspace's name. */
  @IsString() value!: string;
  /** Hits that have it. */
  @IsInt() count!: number;
}

/** How the hits of a query spread over the values of one property. */
export class SearchFacet {
  /**
   * The property: `workspace`; a fact that a module of the server knows of plugins; with `count` also `type`, the kind of what is found, and after a
   * sign-in `organization`, for one's own.
   */
  @IsString() facet!: string;
  /** The most frequent values, most frequent first; 20 at most. */
  @Type(() => FacetValue) @ValidateNested({ each: true }) values!: FacetValue[];
}

/** What was searched, and what there is to say of all hits. */
export class SearchMeta {
  /** The kind of what was searched. */
  @IsIn(hitKinds) kind!: HitKind;
  /** False without a sign-in: then only public plugins were searched. */
  @IsBoolean() signedIn!: boolean;
  /** How many hits there are on all pages; left out for lists and addresses unless `count` was asked for. */
  @Optional() @IsInt() total?: number;
  /** Present, and true, when there were too many plugins to rank or count them all. More words find the others. */
  @Optional() @IsBoolean() capped?: boolean;
  /** Counts over all hits; left out for lists and addresses unless `count` was asked for. */
  @Optional() @Type(() => SearchFacet) @ValidateNested({ each: true }) facets?: SearchFacet[];
}

/** What was searched, and which page is shown. */
export class SearchedPage extends SearchMeta {
  /** What was looked for; left out in a list of everything. */
  @Optional() @IsString() query?: string;
  /** The workspace that the search was limited to, as it was named. */
  @Optional() @IsString() workspace?: string;
  /** The organization that the search was limited to, as it was named. */
  @Optional() @IsString() org?: string;
  /** The page; 1 is the first. */
  @IsInt() page!: number;
  /** Hits per page. */
  @IsInt() limit!: number;
}
