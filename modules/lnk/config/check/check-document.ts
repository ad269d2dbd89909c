import type { DocumentNode, ObjectNode } from '../document/node.js';
import type { Field, Section, Shorthand } from '../fields/field.js';
import { isSection, type SectionTree } from '../fields/field-tree.js';
import type { Mistake, Path } from '../problem.js';
import type { Shape } from '../fields/shape.js';
import { accepts, BROKEN, hasMemberOf, ShapeReader, type Findings } from './read-shape.js';
import { formatProblem } from './formats.js';
import { sentence } from './sentence.js';
import { unknownKey } from './unknown-key.js';

/** The value of a field as a document gives it. */
export interface FileValue {
  readonly value: unknown;
  /** Of the field, or of the section whose short form sets it. */
  readonly node: DocumentNode;
  /** Where it stands in the document. */
  readonly path: Path;
  /** False for what a short form means: nothing of the value itself is written. */
  readonly written: boolean;
}

export interface CheckedDocument {
  /** By the field's path. */
  readonly values: ReadonlyMap<string, FileValue>;
  /** Paths of fields whose value has a mistake. */
  readonly broken: ReadonlySet<string>;
  readonly mistakes: readonly Mistake[];
}

/** Checks a document against the table of fields: all of its mistakes, in the document's order. */
export async function checkDocument(root: ObjectNode, tree: SectionTree): Promise<CheckedDocument> {
  const check = new DocumentCheck();
  check.section(tree, root, []);
  await check.texts();
  const mistakes = [...check.found.mistakes].sort((a, b) => a.at - b.at);
  return { values: check.values, broken: check.broken, mistakes };
}

class DocumentCheck {
  readonly values = new Map<string, FileValue>();
  readonly broken = new Set<string>();
  readonly found: Findings = { mistakes: [], texts: [] };
  readonly #reader = new ShapeReader(this.found);
  readonly #fieldOfText: string[] = [];

  section(tree: SectionTree, node: DocumentNode, path: Path): void {
    const short = tree.section.shorthands?.find((one) => fits(one, tree, node));
    if (node.kind === 'null') return;
    if (short !== undefined) this.#shorthand(tree, short, { node, path });
    else if (node.kind === 'object') this.#object(tree, node, path);
    else {
      this.#reader.mismatch(sectionShape(tree.section), node, path);
      this.#breakAll(tree);
    }
  }

  /** Checks the grammars of all texts that were found. */
  async texts(): Promise<void> {
    for (const [index, { format, text, path, at }] of this.found.texts.entries()) {
      const problem = await formatProblem(format, text);
      if (problem === undefined) continue;
      this.broken.add(this.#fieldOfText[index] as string);
      this.found.mistakes.push({ path, at, message: sentence(problem) });
    }
  }

  #object(tree: SectionTree, node: ObjectNode, path: Path): void {
    this.#members(tree, node, path);
    const { path: section, given = {} } = tree.section;
    for (const [name, value] of Object.entries(given)) {
      const field = `${section}.${name}`;
      if (this.values.has(field) || this.broken.has(field)) continue;
      this.values.set(field, { value, node, path, written: false });
    }
  }

  #members(tree: SectionTree, node: ObjectNode, path: Path): void {
    for (const { key, from, value } of node.members) {
      const entry = tree.members.get(key);
      const within = [...path, key];
      if (entry === undefined)
        this.found.mistakes.push(unknownKey(within, from, [...tree.members.keys()]));
      else if (isSection(entry)) this.section(entry, value, within);
      else this.#field(entry, value, within);
    }
  }

  #field(field: Field, node: DocumentNode, path: Path): void {
    this.#read(field.path, field.shape, { node, path });
  }

  #read(field: string, shape: Shape, { node, path }: { node: DocumentNode; path: Path }): void {
    const value = this.#reader.read(shape, node, path);
    while (this.#fieldOfText.length < this.found.texts.length) this.#fieldOfText.push(field);
    if (value === BROKEN) this.broken.add(field);
    else if (value !== undefined) this.values.set(field, { value, node, path, written: true });
  }

  #shorthand(
    { section }: SectionTree,
    { form, sets }: Shorthand,
    where: { node: DocumentNode; path: Path },
  ): void {
    if (typeof sets === 'string') {
      this.#read(`${section.path}.${sets}`, form as Shape, where);
      return;
    }
    for (const [name, value] of Object.entries(sets))
      this.values.set(`${section.path}.${name}`, { value, ...where, written: false });
  }

  #breakAll(tree: SectionTree): void {
    for (const entry of tree.members.values())
      if (isSection(entry)) this.#breakAll(entry);
      else this.broken.add(entry.path);
  }
}

/** Whether a value is this short form of the section. An object is one if it has a member of the form, and none of the section. */
function fits({ form }: Shorthand, tree: SectionTree, node: DocumentNode): boolean {
  if (typeof form === 'boolean') return node.kind === 'boolean' && node.value === form;
  if (node.kind !== 'object') return accepts(form, node);
  return hasMemberOf(form, node) && !node.members.some(({ key }) => tree.members.has(key));
}

/** The shape of a whole section in a mistake's words: its short forms, or an object. */
function sectionShape({ shorthands = [] }: Section): Shape {
  const object: Shape = { type: 'object', members: {} };
  const forms = shorthands.flatMap(({ form }): readonly Shape[] => {
    if (typeof form === 'boolean') return [{ type: 'boolean' }];
    return (form.type === 'forms' ? form.forms : [form]).filter(({ type }) => type !== 'object');
  });
  const distinct = forms.filter(
    (form, index) => forms.findIndex(({ type }) => type === form.type) === index,
  );
  return { type: 'forms', forms: [...distinct, object] };
}
