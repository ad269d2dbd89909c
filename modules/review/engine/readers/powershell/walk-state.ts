import type { At } from '../../unit.js';
import type { Session } from '../shell/session.js';
import { Scanner } from './scanner.js';

/** Nesting of brackets and blocks, at most; deeper text is an attack on the reader. */
export const DEPTH = 200;

/** How far a walk through a text has come. */
export class WalkState {
  readonly scan: Scanner;
  depth = 0;
  /** How many of the open brackets and assignments take the output of commands. */
  captured = 0;

  constructor(
    text: string,
    readonly session: Session,
    private readonly spans: (from: number, to: number) => At,
  ) {
    this.scan = new Scanner(text);
  }

  /** The text from an offset to the current position. */
  at(from: number): At {
    return this.spans(from, this.scan.position);
  }

  capturing<T>(work: () => T): T {
    this.captured++;
    const result = work();
    this.captured--;
    return result;
  }

  /** Leaves the rest of the text unread, and the file with it. */
  skip(): void {
    this.session.unread = `it is nested more than ${DEPTH} levels deep`;
    this.scan.skipAll();
  }
}
