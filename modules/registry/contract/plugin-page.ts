import { defineExtensionPoint, type Constructor } from 'svc-registry/kernel';
import type { PageRequest, View } from '../../web/contract/index.js';
import type { PluginDeclarations } from './plugin-format.js';
import type { TileView } from './tile-view.js';
import type { VersionView } from './version-view.js';

/** A tab or a section of a plugin's page. */
export interface PluginPartData {
  /** Text of the tab, or heading of the section. */
  readonly title: string;
  /**
   * `tab`: at an address of its own, `/plugins/<workspace>/<plugin>/<id>`. `section`: on the first tab, below the README, at `#part-<id>`. `side`: on the first
   * tab, in the narrow column beside the README, and above it on a phone. `difference`: on the page that compares two versions, above their files.
   */
  readonly place: 'tab' | 'section' | 'side' | 'difference';
  /** Its place among the others: a lower number stands further to the left, or further up. */
  readonly order: number;
}

/** What a version says of itself beside its texts: its manifest, its tool servers, its programs. */
export interface ShownDeclarations extends PluginDeclarations {
  /** Paths of its executable files, some hundred at most. */
  readonly scripts: readonly string[];
  /** Whether it brings sub-agents. */
  readonly subagents: boolean;
  readonly license: string | null;
  readonly homepage: string | null;
  readonly repository: string | null;
}

/** The version that is shown, and who looks at it. */
export interface ShownPlugin extends Pick<PageRequest, 'query' | 'caller' | 'invoke' | 'origin'> {
  readonly tile: TileView;
  readonly version: VersionView;
  /** The version that it is compared with; given to parts of the place `difference` only. Neither of the two is hidden. */
  readonly before?: VersionView | undefined;
  /** Whether moderation withholds its texts and files: then nothing of what they say may be shown. */
  readonly hidden: boolean;
  /** What it declares; `undefined` while it is hidden, and where its manifest is of another form. */
  readonly declared: ShownDeclarations | undefined;
  /** Address of the page of this version, without `/` at its end: `/plugins/acme/deploy/v/1.2.0`. */
  readonly path: string;
  /** Address of a file of this version, and of a line in it. */
  readonly fileAt: (path: string, line?: number) => string;
}

/** The code of a part. Its template is a piece of HTML that extends no layout, and has no `<h1>`. */
export interface PluginPart {
  /** The part; `undefined` where this version has nothing of the kind: a section is then left out, a tab says so. One that throws, or takes longer than three seconds, leaves a sentence, and the log has the cause. */
  show(plugin: ShownPlugin): Promise<View | undefined>;
}

/** Tabs and sections that modules add to the page of a plugin. The id is the last segment of a tab's address. */
export const pluginPagePoint = defineExtensionPoint<PluginPartData, Constructor<PluginPart>>(
  'registry.pluginPage',
  { fields: { title: 'text', place: ['tab', 'section', 'side', 'difference'], order: { min: 0 } } },
  { pattern: '^[a-z][a-z-]*$', is: 'small letters and "-", beginning with a letter' },
);
