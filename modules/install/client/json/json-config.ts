import { parseTree, type JSONPath, type ParseError } from 'jsonc-parser';
import { positionAt } from '../../../../toolbox/text-position.js';
import type { ConfigDocument } from '../config/config-document.js';
import { BOM, invalidFile, JsonDocument, propertiesOf } from './json-document.js';
import { appendElement, removeElement, removeMember, setMember } from './json-edit.js';
import { endOfLine } from './text-style.js';

/** JSON with comments and trailing commas. A file without any value, empty or with comments only, has no entries yet. */
export class JsonConfig implements ConfigDocument {
  private constructor(
    readonly file: string,
    private readonly mark: string,
    private readonly body: string,
    /** `undefined` when the file holds no value. */
    private readonly document: JsonDocument | undefined,
  ) {}

  static parse(file: string, source: string): JsonConfig {
    const mark = source.startsWith(BOM) ? BOM : '';
    const body = source.slice(mark.length);
    return new JsonConfig(
      file,
      mark,
      body,
      isBlank(body) ? undefined : JsonDocument.parse(file, body, 'jsonc'),
    );
  }

  get text(): string {
    return this.mark + this.body;
  }

  get(path: Readonly<JSONPath>): unknown {
    this.assertSingle(path);
    return this.document?.get([...path]);
  }

  remove(path: Readonly<JSONPath>): JsonConfig {
    this.assertSingle(path);
    return this.document === undefined
      ? this
      : this.with(removeMember(this.document, [...path]).text);
  }

  prune(path: Readonly<JSONPath>): JsonConfig {
    this.assertSingle(path);
    const node = this.document?.node([...path]);
    if (
      node === undefined ||
      !['{}', '[]'].includes(this.body.slice(node.offset, node.offset + node.length))
    )
      return this;
    return path.length === 0
      ? this.with(withoutContent(this.body, node.offset, node.offset + node.length))
      : this.remove(path);
  }

  /** Sets a value of any kind at a path. */
  set(path: Readonly<JSONPath>, value: unknown): JsonConfig {
    this.assertSingle(path);
    if (this.document === undefined) return this.with(withContent(this.body, nested(path, value)));
    return this.with(setMember(this.document, [...path], value).text);
  }

  /** Appends an element to the list at a path, which is created if needed. */
  append(path: Readonly<JSONPath>, element: unknown): JsonConfig {
    this.assertSingle(path);
    if (this.document === undefined) return this.set(path, [element]);
    return this.with(appendElement(this.document, [...path], element).text);
  }

  /** Removes an element of a list; the same text when there is none. */
  removeElement(path: Readonly<JSONPath>): JsonConfig {
    return this.document === undefined
      ? this
      : this.with(removeElement(this.document, [...path]).text);
  }

  private with(body: string): JsonConfig {
    return JsonConfig.parse(this.file, this.mark + body);
  }

  /** Refuses duplicate keys: parsers differ in which of the two they use. */
  private assertSingle(path: Readonly<JSONPath>): void {
    for (const [depth, key] of path.entries()) {
      const node = this.document?.node([...path.slice(0, depth)]);
      if (node?.type !== 'object') return;
      const [, second] = propertiesOf(node).filter(([name]) => name === key);
      if (second === undefined) continue;
      const field = path.slice(0, depth + 1).join('.');
      throw invalidFile(this.file, [
        {
          file: this.file,
          ...positionAt(this.body, second[1].offset),
          field,
          message: 'is there twice',
        },
      ]);
    }
  }
}

function isBlank(text: string): boolean {
  const errors: ParseError[] = [];
  // quick check: only a text that begins so can be blank, and others need not be parsed twice
  if (!/^(?:\s|\/[/*]|$)/.test(text)) return false;
  try {
    return (
      parseTree(text, errors, { allowEmptyContent: true }) === undefined && errors.length === 0
    );
  } catch (error) {
    // the parser recurses: a text that overflows its stack is not blank
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}

function nested(path: Readonly<JSONPath>, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => Object.fromEntries([[key, inner]]), value);
}

/** Puts the value on lines of its own, with a final line end if the text has one. */
function withContent(text: string, value: unknown): string {
  const newline = endOfLine(text);
  const content = JSON.stringify(value, null, 2).replaceAll('\n', newline);
  return text === '' || text.endsWith('\n') ? text + content + newline : text + newline + content;
}

function withoutContent(text: string, from: number, to: number): string {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  return after === '' ? before.replace(/\r?\n$/, '') : before + after.replace(/^\r?\n/, '');
}
