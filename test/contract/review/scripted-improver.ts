import type { ServerResponse } from 'node:http';
import { answering, type Dialect, type ModelEndpoint } from '../models/model-endpoint.js';
import { plainReviewer } from './fix-host.js';
import { answerOf } from './judge-report.js';

/** What a model that improves answers. */
export interface Proposed {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly changes: readonly string[];
}

type Question = ReturnType<Dialect['textsOf']>;

/** A model that judges by `score` and improves by `propose`; both see what it was asked. */
export class ScriptedImprover {
  readonly judged: Question[] = [];
  readonly improved: Question[] = [];
  score: (user: string) => number = () => 50;
  propose: (iteration: number) => Proposed = () => ({ files: [], changes: [] });
  /** Answers instead of a proposal. */
  instead: ((response: ServerResponse) => void) | undefined;

  constructor(endpoint: ModelEndpoint, dialect: Dialect) {
    endpoint.answer = (response) => {
      const question = dialect.textsOf(endpoint.sent.at(-1)!.body);
      const improves = question.system.includes('You improve one skill');
      (improves ? this.improved : this.judged).push(question);
      if (improves && this.instead !== undefined) {
        this.instead(response);
        return;
      }
      const value = improves ? this.propose(this.improved.length) : this.#vote(question);
      answering(200, dialect.value(value))(response);
    };
  }

  #vote({ user }: Question): object {
    return answerOf(plainReviewer.rubrics['plain']!, this.score(user));
  }
}
