import { defineExtensionPoint, type Constructor, type Context } from 'svc-registry/kernel';

/** What publishing offers and other modules do: a score, without being asked for one, and the options that `PluginToPublish` has. */
export type PublishExtra = 'score' | keyof PluginToPublish['asked'];

/** What is published from the user's machine. */
export interface PluginToPublish {
  /** Absolute path of the plugin or skill. */
  readonly folder: string;
  /** `<workspace>/<plugin>`. */
  readonly plugin: string;
  /** Evaluation scenarios are neither published nor evaluated: `--skip-evals`, and every publish by a tool. */
  readonly skipEvals: boolean;
  /** The options that were given of those that other modules serve. */
  readonly asked: {
    readonly withScenarioQualityCheck?: true;
    /** As it was given, relative to the current folder: its scenarios ship as `evals/`. */
    readonly evalScenarios?: string;
  };
}

/** What was published. */
export interface PublishedPlugin extends PluginToPublish {
  readonly version: string;
  readonly private: boolean;
  /** True when exactly this content was published before. */
  readonly unchanged: boolean;
}

/** What a contribution did after a publish, for the answer. */
export interface FollowUpResult {
  /** One line for people. */
  readonly message: string;
  /** Id of what was begun, such as a run. */
  readonly id?: string;
}

/** Takes part in publishing on the user's machine. Of the client facet. */
export interface AfterPublish {
  /** Called when the plugin is valid, before anything is sent, also in a dry run. Throws the error that refuses to publish. */
  before?(plugin: PluginToPublish, context: Context): Promise<void>;
  /**
   * Called when the version is published and its security scan has ended, unless that takes too long; not in a dry run. What it throws ends the command, though the version stays published, so throw
   * only where something was asked for by an option: publishing again calls it again.
   */
  published(published: PublishedPlugin, context: Context): Promise<readonly FollowUpResult[]>;
}

/** What a contribution is for. */
export interface AfterPublishSettings {
  readonly summary: string;
  /** What it does of what publishing offers and leaves to others: an option, or the score. */
  readonly serves?: readonly PublishExtra[];
}

/** Code that runs after `svc plugin publish`, `svc skill publish` and their tools. Client facet. */
export const afterPublishPoint = defineExtensionPoint<
  AfterPublishSettings,
  Constructor<AfterPublish>
>('registry.afterPublish', {
  fields: {
    summary: 'text',
    'serves?': { listOf: ['score', 'withScenarioQualityCheck', 'evalScenarios'] },
  },
});
