import { enumerated } from '../enumerated.js';
import type { DocumentNode, ObjectNode } from '../document/node.js';
import type { MemberShape, ObjectShape, Shape, TextFormat } from '../fields/shape.js';
import { shapeWords } from '../schema/shape-words.js';
import type { Mistake, Path } from '../problem.js';
import { formMistakeAt, valueMistakeAt } from './common-mistakes.js';
import { kindWords } from './kind-words.js';
import { isScalar, scalarProblem } from './scalar-problem.js';
import { unknownKey } from './unknown-key.js';
import { plainValue } from './plain-value.js';

/** Stands for a value with a mistake. */
export const BROKEN = Symbol('broken');

/** A text whose grammar is checked when all shapes are. */
export interface TextToCheck {
  readonly format: TextFormat;
  readonly text: string;
  readonly path: Path;
  readonly at: number;
}

/** Collects what is found in a document. */
export interface Findings {
  readonly mistakes: Mistake[];
  readonly texts: TextToCheck[];
}

/** Reads values by their shapes, and collects every mistake on the way. */
export class ShapeReader {
  constructor(private readonly found: Findings) {}

  /** The value in the form of its shape; `undefined` for `null`, `BROKEN` after a mistake. */
  read(shape: Shape, node: DocumentNode, path: Path): unknown {
    if (node.kind === 'null') return undefined;
    switch (shape.type) {
      case 'list':
        return this.#list(shape, node, path);
      case 'tuple':
        return this.#tuple(shape, node, path);
      case 'map':
        return this.#map(shape, node, path);
      case 'object':
        return this.#object(shape, node, path);
      case 'tagged':
        return this.#tagged(shape, node, path);
      case 'forms':
        return this.#form(shape.forms, node, path);
      case 'any':
        return node.kind === 'object' ? plainValue(node) : this.mismatch(shape, node, path);
      default:
        return this.#scalar(shape, node, path);
    }
  }

  /** Notes that a value is not of its shape. */
  mismatch(shape: Shape, node: DocumentNode, path: Path): typeof BROKEN {
    const message = `This must be ${shapeWords(shape)}, not ${kindWords(node)}.`;
    const hint = formMistakeAt(path, node.kind);
    return this.#mistake({ at: node.from, path, message, ...(hint !== undefined && { hint }) });
  }

  #mistake(mistake: Mistake): typeof BROKEN {
    this.found.mistakes.push(mistake);
    return BROKEN;
  }

  #scalar(shape: Shape, node: DocumentNode, path: Path): unknown {
    if (!isScalar(node)) return this.mismatch(shape, node, path);
    const problem = scalarProblem(shape, node);
    if (problem !== undefined) {
      const hint = formMistakeAt(path, node.kind) ?? valueMistakeAt(path, node) ?? problem.hint;
      const { message } = problem;
      return this.#mistake({ at: node.from, path, message, ...(hint !== undefined && { hint }) });
    }
    if (shape.type === 'text' && shape.format !== undefined)
      this.#later(shape.format, String(node.value), { path, at: node.from });
    return node.value;
  }

  #later(format: TextFormat, text: string, where: { path: Path; at: number }): void {
    this.found.texts.push({ format, text, ...where });
  }

  #list(shape: Shape & { type: 'list' }, node: DocumentNode, path: Path): unknown {
    const single = shape.single === true && node.kind !== 'list';
    if (!single && node.kind !== 'list') return this.mismatch(shape, node, path);
    if (single && !accepts(shape.of, node)) return this.mismatch(shape, node, path);
    const items = node.kind === 'list' ? node.items : [node];
    if (shape.notEmpty === true && items.length === 0)
      return this.#mistake({
        at: node.from,
        path,
        message: 'This list must not be empty.',
        hint: 'Give an entry, or leave the field out.',
      });
    const values = items.map((item, index) =>
      this.#given(shape.of, item, single ? path : [...path, index]),
    );
    return values.includes(BROKEN) ? BROKEN : values;
  }

  #tuple(shape: Shape & { type: 'tuple' }, node: DocumentNode, path: Path): unknown {
    if (node.kind !== 'list' || node.items.length !== shape.of.length)
      return this.mismatch(shape, node, path);
    const values = node.items.map((item, index) =>
      this.#given(shape.of[index] as Shape, item, [...path, index]),
    );
    return values.includes(BROKEN) ? BROKEN : values;
  }

  #map(shape: Shape & { type: 'map' }, node: DocumentNode, path: Path): unknown {
    if (node.kind !== 'object') return this.mismatch(shape, node, path);
    const entries = node.members.map(({ key, from, value }) => {
      const within = [...path, key];
      if (shape.keys !== undefined) this.#later(shape.keys, key, { path: within, at: from });
      return [key, this.#given(shape.of, value, within)] as const;
    });
    return entries.some(([, value]) => value === BROKEN) ? BROKEN : new Map(entries);
  }

  /** A value that cannot be absent: an entry of a list or of a map. */
  #given(shape: Shape, node: DocumentNode, path: Path): unknown {
    return node.kind === 'null' ? this.mismatch(shape, node, path) : this.read(shape, node, path);
  }

  #object(shape: ObjectShape, node: DocumentNode, path: Path): unknown {
    if (node.kind !== 'object') return this.mismatch(shape, node, path);
    const values = this.members(shape.members, node, path);
    if (values === BROKEN) return values;
    return (
      this.#exactlyOne(shape, values, { node, path }) ??
      this.#needed(shape, values, { node, path }) ??
      values
    );
  }

  #needed(
    { needs = {} }: ObjectShape,
    values: Record<string, unknown>,
    { node, path }: { node: DocumentNode; path: Path },
  ): typeof BROKEN | undefined {
    for (const [name, others] of Object.entries(needs)) {
      const missing = others.find((other) => values[other] === undefined);
      if (values[name] === undefined || missing === undefined) continue;
      return this.#mistake({
        at: node.from,
        path,
        message: `The field ${name} needs ${missing} beside it.`,
      });
    }
    return undefined;
  }

  #exactlyOne(
    { oneOf }: ObjectShape,
    values: Record<string, unknown>,
    { node, path }: { node: DocumentNode; path: Path },
  ): typeof BROKEN | undefined {
    if (oneOf === undefined) return undefined;
    const given = oneOf.filter((name) => values[name] !== undefined);
    if (given.length === 1) return undefined;
    const said = given.length === 0 ? 'none is given' : `${enumerated(given)} are given`;
    return this.#mistake({
      at: node.from,
      path,
      message: `Exactly one of ${oneOf.join(', ')} must be given, and ${said}.`,
    });
  }

  /** The members of an object that are known, without those that are absent. */
  members(
    shapes: Readonly<Record<string, MemberShape>>,
    node: ObjectNode,
    path: Path,
  ): Record<string, unknown> | typeof BROKEN {
    const known = new Map(Object.entries(shapes));
    const values = new Map<string, unknown>();
    for (const { key, from, value } of node.members) {
      const member = known.get(key);
      const within = [...path, key];
      if (member !== undefined) values.set(key, this.read(member.shape, value, within));
      else {
        this.found.mistakes.push(unknownKey(within, from, [...known.keys()]));
        values.set(key, BROKEN);
      }
    }
    for (const [name, { required }] of known)
      if (required === true && values.get(name) === undefined)
        values.set(
          name,
          this.#mistake({ at: node.from, path, message: `The field ${name} is missing.` }),
        );
    if ([...values.values()].includes(BROKEN)) return BROKEN;
    return Object.fromEntries([...values].filter(([, value]) => value !== undefined));
  }

  #tagged(shape: Shape & { type: 'tagged' }, node: DocumentNode, path: Path): unknown {
    if (node.kind !== 'object') return this.mismatch(shape, node, path);
    const names = Object.keys(shape.variants);
    const tag = node.members.find(({ key }) => key === shape.tag)?.value;
    if (tag === undefined || tag.kind === 'null')
      return this.#mistake({
        at: node.from,
        path,
        message: `The field ${shape.tag} is missing.`,
        hint: `Give one of ${names.join(', ')}.`,
      });
    const name = String('value' in tag ? tag.value : '');
    const variant = new Map(Object.entries(shape.variants)).get(name);
    if (variant === undefined)
      return this.read({ type: 'choice', values: names }, tag, [...path, shape.tag]);
    const rest = { ...node, members: node.members.filter(({ key }) => key !== shape.tag) };
    const value = this.read(variant, rest, path);
    return value === BROKEN ? BROKEN : { [shape.tag]: name, ...(value as object) };
  }

  #form(forms: readonly Shape[], node: DocumentNode, path: Path): unknown {
    const fitting = forms.filter((form) => accepts(form, node));
    const [first, ...others] = fitting;
    if (first === undefined) return this.mismatch({ type: 'forms', forms }, node, path);
    const best =
      others.length === 0 ? first : (fitting.find((form) => hasMemberOf(form, node)) ?? first);
    return this.read(best, node, path);
  }
}

const KINDS: Readonly<Record<Shape['type'], readonly DocumentNode['kind'][]>> = {
  boolean: ['boolean'],
  text: ['string'],
  integer: ['number'],
  choice: ['string'],
  list: ['list'],
  tuple: ['list'],
  map: ['object'],
  object: ['object'],
  tagged: ['object'],
  forms: [],
  absent: [],
  any: ['object'],
};

/** Whether a value is of a kind that the shape can be; what is in it does not count. */
export function accepts(shape: Shape, node: DocumentNode): boolean {
  if (shape.type === 'forms') return shape.forms.some((form) => accepts(form, node));
  if (shape.type === 'list' && shape.single === true && accepts(shape.of, node)) return true;
  return KINDS[shape.type].includes(node.kind);
}

/** Whether an object has a member that the shape knows. */
export function hasMemberOf(shape: Shape, node: DocumentNode): boolean {
  return (
    shape.type === 'object' &&
    node.kind === 'object' &&
    node.members.some(({ key }) => Object.hasOwn(shape.members, key))
  );
}
