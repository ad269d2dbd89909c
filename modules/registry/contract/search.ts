import { IsBoolean, IsIn, IsString, MaxLength, Optional, IsInt, Min, Max } from 'svc-registry/dto';

export const searchTypes = ['skills', 'docs', 'rules'] as const;
export type SearchType = (typeof searchTypes)[number];

/** What to look for, and where. */
export class SearchInput {
  /** Words, a plugin's name, a package URL (`pkg:npm/express`) or the HTTP address of a repository. Left out: everything, by name. */
  @Optional() @IsString() @MaxLength(500) query?: string;
  /** Look for skills, in READMEs, or for rules, instead of for plugins. */
  @Optional() @IsIn(searchTypes) type?: SearchType;
  /** Only this workspace: name, `<organization>/<workspace>`, or id. Needs sign-in. */
  @Optional() @IsString() @MaxLength(210) workspace?: string;
  /** Only this organization: name or id. Needs sign-in; not together with `workspace`. */
  @Optional() @IsString() @MaxLength(100) org?: string;
  /** Entries per page; 100 at most, 20 by default. */
  @Optional() @IsInt() @Min(1) @Max(100) pageSize?: number;
  /** The page after this cursor, as `links.next` of another page gave it. */
  @Optional() @IsString() @MaxLength(8000) after?: string;
  /** The page before this cursor, as `links.prev` of another page gave it. */
  @Optional() @IsString() @MaxLength(8000) before?: string;
}

export const hitKinds = ['plugin', 'skill', 'rule', 'doc'] as const;
export type HitKind = (typeof hitKinds)[number];

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
}
