/** Inputs of the operations on tasks. */
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Length,
  MapOf,
  Matches,
  Max,
  MaxLength,
  Min,
  Optional,
  PageInput,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { LaunchFields, VISIBLE } from '../../launch/contract/launch-inputs.js';
import { clientEventTypes, taskRules as rules, type ClientEventType } from './events.js';
import { taskStates, type TaskState } from './task.machine.js';

const questionId = {
  form: /^[\w.-]{1,64}$/,
  message: '$property must be letters, digits, -, _ or .',
};
const text = { form: /^[^\0]*$/, message: '$property must not have NUL' };

/** More would not fit into the column. */
const MOST_NUMBER = 2_147_483_647;

/** What a task belongs to outside of this server, such as `github_issue`, `acme/shop#12`. */
export class TaskLink {
  /** The kind of thing. */
  @IsString() @Length(1, 100) @Matches(VISIBLE.form, VISIBLE.options) type!: string;
  /** What identifies it among its kind. */
  @IsString() @Length(1, 1000) @Matches(VISIBLE.form, VISIBLE.options) value!: string;
}

/** Its launches get an environment with a name: one for a single run would be gone after the first turn. */
export class CreateTaskInput extends LaunchFields {
  /** Name or id of the workspace. */
  @IsString() @Length(1, 201) workspace!: string;
  /** Names the task in its workspace for good: creating it again answers the same task. */
  @Optional()
  @IsString()
  @Length(1, 200)
  @Matches(VISIBLE.form, VISIBLE.options)
  idempotencyKey?: string;
  /** What the task belongs to. */
  @Optional() @ValidateNested() @Type(() => TaskLink) link?: TaskLink;
}

export class TaskRef {
  /** Id of the task. */
  @IsUUID() id!: string;
}

export class ListTasksInput extends PageInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, 201) workspace!: string;
  /** Only tasks in this state. */
  @Optional() @IsIn(taskStates) status?: TaskState;
}

/** Finds the newest task with a link. */
export class TaskByLinkInput extends TaskLink {
  /** Name or id of the workspace. */
  @IsString() @Length(1, 201) workspace!: string;
}

export class TaskRunsInput extends PageInput {
  /** Id of the task. */
  @IsUUID() id!: string;
}

export class TaskEventsInput {
  /** Id of the task. */
  @IsUUID() id!: string;
  /** Only events with a higher number; default all. */
  @Optional() @IsInt() @Min(0) @Max(MOST_NUMBER) afterNumber?: number;
  /** Entries per page, 1 to 200; default 200. */
  @Optional() @IsInt() @Min(1) @Max(200) limit?: number;
  /** The page after this cursor, as `links.next` of another page gave it. */
  @Optional() @IsString() @MaxLength(1000) after?: string;
  /** The page before this cursor, as `links.prev` of another page gave it. */
  @Optional() @IsString() @MaxLength(1000) before?: string;
}

/** A question to a person. */
export class TaskQuestion {
  /** Names the question among those that are asked together. */
  @Matches(questionId.form, questionId) id!: string;
  /** What is asked. */
  @IsString() @Length(1, rules.line) @Matches(text.form, text) prompt!: string;
  /** Answers to choose from; others are accepted as well. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(rules.options)
  @IsString({ each: true })
  @MaxLength(rules.line, { each: true })
  @Matches(text.form, { ...text, each: true })
  options?: string[];
  /** The answer of those who give none. */
  @Optional() @IsString() @MaxLength(rules.line) @Matches(text.form, text) default?: string;
}

/** An event that a client adds to a task. */
export class TaskInputInput {
  /** Id of the task. */
  @IsUUID() id!: string;
  /**
   * `user_input.received`, the default: answers the questions of a task that waits for them; the next turn begins. `input.requested`: asks
   * `questions`, for which the task waits when its present turn has ended. `run.progress`: notes in `text` how far the turn is.
   */
  @Optional() @IsIn(clientEventTypes) type?: ClientEventType;
  /** What is said: an answer to all questions, or how far the turn is. */
  @Optional() @IsString() @Length(1, rules.text) @Matches(text.form, text) text?: string;
  /** Answers by the ids of questions; those without a default need one, unless there is `text`. */
  @Optional()
  @MapOf('string', { maxSize: 2 * rules.questions, maxLength: rules.text })
  answers?: Record<string, string>;
  /** What is asked, with `input.requested`. */
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(rules.questions)
  @ValidateNested({ each: true })
  @Type(() => TaskQuestion)
  questions?: TaskQuestion[];
}
