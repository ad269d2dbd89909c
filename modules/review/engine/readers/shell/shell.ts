/** Shell programs, from whole scripts to the fences of a document. */
import { nothingRead, type Reader } from '../../facts.js';
import { Lines, spanAt, type At, type Unit } from '../../unit.js';
import { asCommands } from './parse.js';
import { Session } from './session.js';
import { Walker } from './walk.js';

/** What is read of a unit: fences have prompts and placeholders, scripts have none. */
const textOf = (unit: Unit): string => (unit.frames.length > 0 ? asCommands(unit.text) : unit.text);

/** Reads a unit of shell commands. */
export const readShell: Reader = (unit) => {
  if (unit.text.trim() === '') return nothingRead;
  const walker = newWalker(unit);
  walker.text(textOf(unit), (from, to) => spanAt(unit, from, to));
  walker.finish();
  return walker.session.reading();
};

/** A walker with nothing read yet. */
export function newWalker(unit: Unit): Walker {
  return new Walker(
    (walker) =>
      new Session(
        unit,
        (text, at, input) => walker.text(text, spansWithin(text, at), { input, captured: true }),
        (call) => walker.dispatch(call),
      ),
  );
}

/** Spans of a text that is written at some other span, such as the argument of `bash -c`. */
function spansWithin(text: string, { unit, line }: At): (from: number, to: number) => At {
  const lines = new Lines(text);
  const breaks = (offset: number): number => (unit.decoded.length > 0 ? 0 : lines.before(offset));
  return (from, to) => ({ unit, line: line + breaks(from), text: text.slice(from, to) });
}
