import type { Need } from './rules.js';

/** The objects of a place, as calls refer to them: by name or by id. */
export interface References {
  readonly organization: string;
  readonly workspace: string;
  /** A project, whose name within the workspace is `taken`. */
  readonly project: string;
}

/** Two organizations alike: `own` is where the principals have their roles, `other` is where nobody has any. */
export interface Fixture extends References {
  /** How the same objects are referred to by their ids. */
  readonly ids: References;
  /** Name of the workspace, however it is referred to. */
  readonly name: string;
  /** E-mail address of someone without any role in the workspace but with membership of the organization. */
  readonly bystander: string;
  /** Makes an API key of the workspace; answers its id. */
  readonly newKey: () => Promise<string>;
  /** Makes an API key of the organization; answers its id. */
  readonly newWideKey: () => Promise<string>;
  /** Adds a member of the workspace and its organization; answers their e-mail address. */
  readonly newMember: () => Promise<string>;
  /** Invites somebody into the organization; answers the invitation's id. */
  readonly newInvitation: () => Promise<string>;
  readonly plugin: Readonly<Record<'public' | 'private', string>>;
  /** Publishes another plugin, which nobody else looks at; answers its name within the workspace. */
  readonly newPlugin: (visibility: 'public' | 'private') => Promise<string>;
  readonly archive: () => Promise<Uint8Array>;
  /** The same with a skill. */
  readonly skillArchive: () => Promise<Uint8Array>;
  /** Starts a review of the private plugin, which waits or has failed; answers its id. */
  readonly newReview: (state?: 'failed') => Promise<string>;
  /** Starts a fix run of the private plugin with a skill, which waits or has failed; answers its id. */
  readonly newFix: (state?: 'failed') => Promise<string>;
  /** Makes another environment of the workspace; answers its id and its name. */
  readonly newEnvironment: () => Promise<{ readonly id: string; readonly name: string }>;
  /** Makes another launch; answers its id. */
  readonly newLaunch: () => Promise<string>;
  /** Makes another schedule; answers its id. */
  readonly newSchedule: () => Promise<string>;
  /** Makes another task; answers its id. */
  readonly newTask: () => Promise<string>;
  /** Makes a task that belongs to an issue; answers the issue, by which the task is found. */
  readonly newTaskOfIssue: () => Promise<string>;
  /** An archive of a scenario. */
  readonly scenarioArchive: () => Promise<Uint8Array>;
  /** The id of that archive as it was sent for an evaluation. */
  readonly evalBundle: () => Promise<string>;
  /** Starts an evaluation of a scenario; answers the ids of the run and of its only cell, which waits. */
  readonly newEval: () => Promise<{ readonly id: string; readonly cell: string }>;
  /** The same of an evaluation that has ended, its cell with two points of two. */
  readonly endedEval: Fixture['newEval'];
  /** Starts a generation of scenarios, which waits; answers its id. */
  readonly newGeneration: () => Promise<string>;
  /** Makes another project; answers its id. */
  readonly newProject: () => Promise<string>;
}

export interface Call {
  readonly input: object;
  readonly upload?: Uint8Array;
}

/** What an operation needs, how it is called in a cell, and what it answers there to those who may call it. */
export interface AccessCase extends Need {
  readonly call: (fixture: Fixture, visibility: 'public' | 'private') => Call | Promise<Call>;
  /** Codes of the errors that only those see who may call it: chosen so that nothing changes. Default: it succeeds. */
  readonly allowed?: readonly string[];
  /** The object is the organization or belongs to it as a whole. */
  readonly wide?: true;
  /** Plugins are public or private; other objects are private. */
  readonly hasVisibility?: true;
  /** Has no object: the place makes no difference. */
  readonly noObject?: true;
}

/** Cases by operation; where one takes objects of several kinds, a case for each: `<operation> of …`. */
export type AccessCases = Readonly<Record<string, AccessCase>>;

let counter = 0;
/** Nobody's e-mail address. */
export const stranger = (): string => `stranger${++counter}@example.com`;
export const input = (value: object): Call => ({ input: value });
