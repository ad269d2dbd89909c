import { serviceKey, type Caller } from 'svc-registry/kernel';
import type { TileSummary, VersionSummary } from './located.js';

/** The skills that are wanted. Without `plugin`, `skill` may be in any plugin of the workspace, or be the name of a plugin with one skill. */
export interface WantedSkill {
  /** Name of the workspace. */
  readonly workspace: string;
  /** Name of the plugin, without the workspace. */
  readonly plugin?: string | undefined;
  readonly skill: string;
  /** Left out: the latest. */
  readonly version?: string | undefined;
}

/** A skill of a published version. */
export interface PublishedSkill {
  readonly tile: TileSummary;
  readonly version: VersionSummary;
  readonly name: string;
  /** Its folder in the archive. */
  readonly path: string;
}

/** Published skills by name. Server only. */
export interface SkillDirectory {
  /**
   * The skills that fit, as far as the caller may download them; empty without any. Throws `version_unpublished` and `moderation_hidden` if that is why
   * there is none.
   */
  find(wanted: WantedSkill, caller: Caller): Promise<readonly PublishedSkill[]>;
}

/** The directory, for server code of modules that require `registry`. */
export const skillDirectoryKey = serviceKey<SkillDirectory>('registry.skillDirectory');
