/** Makefiles and justfiles: recipes and `$(shell …)`, as shell commands. */
import type { Reader } from '../../facts.js';
import { spanAt } from '../../unit.js';
import { literal } from '../shell/flow.js';
import type { Session } from '../shell/session.js';
import { newWalker } from '../shell/shell.js';

/** Lines of recipes begin with white space, the name of a recipe does not. */
const RECIPE = /^(?:\t| {2,})/;
const PREFIX = /^[\s@+-]*/;
const ASSIGNMENT = /^(?:export[ \t]+|override[ \t]+)*([\w.-]+)[ \t]*(?::{0,3}|[?+!])=[ \t]*(.*)$/;
const SHELL = '$(shell ';

/** Reads a file of recipes; each recipe is one program. */
export const readMakefile: Reader = (unit) => {
  const walker = newWalker(unit);
  const read = (text: string, from: number): void => {
    walker.text(text, (one, other) => spanAt(unit, from + one, from + other));
  };
  for (const { text, from, recipe } of blocks(unit.text)) {
    for (const inner of shellCalls(text)) read(inner.text, from + inner.from);
    if (recipe) read(asShell(text), from);
    else assign(text, walker.session);
  }
  walker.finish();
  return walker.session.reading();
};

interface Block {
  readonly text: string;
  readonly from: number;
  readonly recipe: boolean;
}

/** Recipes as a whole, all else line by line. */
function* blocks(text: string): Generator<Block> {
  let from = 0;
  let open: { from: number; to: number } | undefined;
  let continued = false;
  for (const line of text.split('\n')) {
    const to = from + line.length;
    const recipe = RECIPE.test(line) || (open !== undefined && continued);
    if (recipe) open = { from: open?.from ?? from, to };
    else if (line.trim() !== '') {
      if (open !== undefined) yield { ...part(text, open), recipe: true };
      open = undefined;
      yield { ...part(text, { from, to }), recipe: false };
    }
    continued = line.endsWith('\\');
    from = to + 1;
  }
  if (open !== undefined) yield { ...part(text, open), recipe: true };
}

const part = (text: string, { from, to }: { from: number; to: number }): Omit<Block, 'recipe'> => ({
  text: text.slice(from, to),
  from,
});

/** The recipe as a shell gets it; all positions stay. */
function asShell(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(PREFIX, (prefix) => prefix.replace(/[@+-]/g, ' ')))
    .join('\n')
    .replace(/\$\(([A-Za-z_][\w.-]*)\)/g, (_, name: string) => `\${${name.replace(/[.-]/g, '_')}}`)
    .replace(/\{\{[ \t]*(\w+)[ \t]*\}\}/g, (_, name: string) =>
      `\${${name}}`.padEnd(name.length + 4),
    )
    .replace(/\$\$/g, ' $');
}

/** What `$(shell …)` runs while the file is read. */
function* shellCalls(text: string): Generator<{ text: string; from: number }> {
  for (let at = text.indexOf(SHELL); at !== -1; at = text.indexOf(SHELL, at + 1)) {
    const from = at + SHELL.length;
    let depth = 1;
    let to = from;
    for (; to < text.length && depth > 0; to++)
      depth += text[to] === '(' ? 1 : text[to] === ')' ? -1 : 0;
    yield { text: text.slice(from, to - 1).replace(/\$\$/g, ' $'), from };
  }
}

/** A variable without variables in it; those of the environment and of other files stay unknown. */
function assign(text: string, { variables }: Session): void {
  const [, name, value = ''] = ASSIGNMENT.exec(text) ?? [];
  if (name !== undefined && !value.includes('$'))
    variables.set(name.replace(/[.-]/g, '_'), { value: literal(value.trim()) });
}
