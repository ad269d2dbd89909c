/** What programs say to people and to agents: comments, descriptions of tools, prompts. */
import type { Prose } from '../../facts.js';
import { spanAt, type Unit } from '../../unit.js';
import type { Program } from './program.js';
import { NONE, type NodeId } from './syntax-tree.js';

/** Shorter texts are labels and messages. */
const SHORTEST_PROMPT = 160;
/** Texts under these names are read by agents, however short they are. */
const DESCRIPTIONS =
  /^(description|instructions?|system_?prompt|prompt|doc|summary|help|content)$/i;
const MARKS = /^\s*(?:#!?|\/\/+!?|\/\*+!?|\*(?!\/))?[ \t]?|\s*\*+\/\s*$/gm;

export function proseOf(unit: Unit, program: Program): readonly Prose[] {
  return [...comments(unit, program), ...texts(unit, program)];
}

/** Comments on lines of their own that follow each other are one. */
function* comments(unit: Unit, { tree, comments: all }: Program): Generator<Prose> {
  for (let at = 0; at < all.length;) {
    const first = all[at] as NodeId;
    let last = first;
    while (++at < all.length && continues(tree.text, tree.end(last), tree.start(all[at] as NodeId)))
      last = all[at] as NodeId;
    yield prose(unit, { kind: 'comment', from: tree.start(first), to: tree.end(last) });
  }
}

const continues = (text: string, from: number, to: number): boolean =>
  to - from < 200 && /^[ \t]*\r?\n[ \t]*$/.test(text.slice(from, to));

function* texts(unit: Unit, program: Program): Generator<Prose> {
  const { tree } = program;
  for (const node of program.strings) {
    const [from, to] = [tree.start(node), tree.end(node)];
    const docstring = isDocstring(program, node);
    if (docstring) yield prose(unit, { kind: 'docstring', from, to });
    else if (
      (to - from >= SHORTEST_PROMPT || isDescription(program, node)) &&
      isSentence(tree.text.slice(from, to))
    )
      yield prose(unit, { kind: 'value', from, to });
  }
}

function isDocstring({ tree }: Program, node: NodeId): boolean {
  const statement = tree.parent(node);
  if (statement === NONE || tree.kind(statement) !== 'expression_statement') return false;
  const block = tree.parent(statement);
  const first = tree.children(block)[0] === statement;
  return first && (tree.kind(block) === 'module' || tree.kind(block) === 'block');
}

function isDescription({ tree }: Program, node: NodeId): boolean {
  let holder = tree.parent(node);
  if (
    holder !== NONE &&
    /^(concatenated_string|parenthesized_expression|binary_)/.test(tree.kind(holder))
  )
    holder = tree.parent(holder);
  if (
    holder === NONE ||
    !/^(pair|keyword_argument|assignment|variable_declarator)$/.test(tree.kind(holder))
  )
    return false;
  const name = ['key', 'name', 'left']
    .map((field) => tree.field(holder, field))
    .find((one) => one !== NONE);
  return (
    name !== undefined &&
    name !== node &&
    DESCRIPTIONS.test(tree.textOf(name).replaceAll(/["']/g, ''))
  );
}

/** Words with blanks between them: no data, no code. */
const isSentence = (text: string): boolean => {
  const start = text.slice(0, 4000);
  const words = start.match(/(?<=\s|["'`(*])[\p{L}'’-]{2,}(?=[\s.,:;!?)"'`*])/gu)?.length ?? 0;
  return words >= 4 && words * 12 > start.length;
};

function prose(
  unit: Unit,
  { kind, from, to }: { readonly kind: Prose['kind']; readonly from: number; readonly to: number },
): Prose {
  const at = spanAt(unit, from, to);
  const text =
    kind === 'comment'
      ? at.text.replaceAll(MARKS, ' ')
      : at.text.replace(/^\w*("""|'''|["'`])/, '').replace(/("""|'''|["'`])$/, '');
  return {
    at,
    kind,
    text: text.replaceAll(/\s+/g, ' ').trim(),
    hidden: false,
    section: [],
    sectionId: 0,
  };
}
