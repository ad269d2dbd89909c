import type { SkillCard } from '../../../../registry/contract/plugin-format.js';
import type { DirectSource } from '../../resolve/source.js';
import type { ManifestPath } from '../collection/find-skills.js';

/** A plugin of a source: a folder with a manifest, or an entry of its marketplace. */
export interface CataloguePlugin extends ManifestPath {
  /** The name of the entry in the marketplace, through which the plugin is then installed. */
  readonly entry: string | undefined;
  /** Where an entry says that it is, if that is not a folder of this source. */
  readonly elsewhere: string | undefined;
  /** Whether everything in its folder is the plugin's. */
  readonly holds: boolean;
  /** `<workspace>/<plugin>`, as it is installed. */
  readonly name: string;
  /** Whether the manifest is in our form, and so says what the plugin is called. */
  readonly own: boolean;
  readonly description: string;
  /** The source that leads to it alone. */
  readonly source: DirectSource;
  /** Why it is installed only when it is named. */
  readonly withheld: string | undefined;
}

/** A skill of a source: a folder with a `SKILL.md`. */
export interface CatalogueSkill {
  /** Differs from those of all other skills of the source. */
  readonly name: string;
  /** Its own name, made valid. Several may share it. */
  readonly plain: string;
  readonly description: string;
  /** Relative to the source's root; `''` is the root itself. */
  readonly folder: string;
  /** Folder of the plugin that it is part of. */
  readonly plugin: string | undefined;
  readonly withheld: string | undefined;
  readonly problems: SkillCard['problems'];
  /** Folders with identical copies, which are not offered themselves. */
  readonly copies: readonly string[];
}

/** A part of the source that cannot be read, and what to do about it. */
export interface BadPart {
  readonly folder: string;
  readonly why: string;
}

/** What a folder of a repository or of this machine offers. Made by `openCatalogue`. */
export class Catalogue {
  constructor(
    /** Of its root, as a collection of skills, or as the plugin that it is. */
    readonly name: string,
    /** Sorted by folder. */
    readonly plugins: readonly CataloguePlugin[],
    /** Sorted by name. */
    readonly skills: readonly CatalogueSkill[],
    readonly bad: readonly BadPart[],
    /** Why what it offers would be withheld if it had anything else; see `withFoldersReleased`. */
    readonly released: readonly string[] = [],
  ) {}

  /** The plugin that the folder itself is. */
  get rootPlugin(): CataloguePlugin | undefined {
    return this.plugins.find(({ folder, holds }) => folder === '' && holds);
  }

  /** Skills that are in no plugin and not withheld: what the collection holds without a choice. */
  get looseSkills(): readonly CatalogueSkill[] {
    return this.skills.filter(
      ({ plugin, withheld }) => plugin === undefined && withheld === undefined,
    );
  }

  /** The plugins that a name means: `<workspace>/<plugin>`, the part behind the `/`, or the folder. */
  pluginsNamed(name: string): readonly CataloguePlugin[] {
    const exact = this.plugins.filter((plugin) => plugin.name === name || plugin.folder === name);
    return exact.length > 0
      ? exact
      : this.plugins.filter((plugin) => plugin.name.endsWith(`/${name}`));
  }

  get offeredPlugins(): readonly CataloguePlugin[] {
    return this.plugins.filter(({ withheld }) => withheld === undefined);
  }

  /**
   * The skills that a name may mean: the one that has exactly this name, else those with this plain name, preferably not withheld ones, else
   * those with this name behind names of folders, as it was when they had namesakes.
   */
  skillsNamed(name: string): readonly CatalogueSkill[] {
    const exact = this.skills.filter((skill) => skill.name === name);
    if (exact.length > 0) return exact;
    const plain = this.skills.filter((skill) => skill.plain === name);
    const offered = plain.filter(({ withheld }) => withheld === undefined);
    if (plain.length > 0) return offered.length > 0 ? offered : plain;
    return this.skills.filter(
      ({ plain: own, folder }) =>
        name.endsWith(`-${own}`) && labelsOf(folder).includes(name.slice(0, -own.length - 1)),
    );
  }
}

const labelsOf = (folder: string): readonly string[] =>
  folder
    .toLowerCase()
    .split('/')
    .map((segment) => segment.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, ''));
