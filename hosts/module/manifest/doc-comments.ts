import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Class } from 'svc-registry/kernel';
import type ts from 'typescript';
import type { Docs } from './json-schema.js';

type TypeScript = typeof ts;

/** The doc comments of a class and of its fields. */
interface ClassDocs {
  readonly comment: string | undefined;
  readonly fields: ReadonlyMap<string, string | undefined>;
}

/** A JavaScript file, and the file with its doc comments: the declarations that `tsc` wrote beside it, else the file itself. */
export interface SourceFile {
  readonly code: string;
  readonly comments: string;
}

class Reader {
  constructor(private readonly ts: TypeScript) {}

  /** By name. */
  classesOf(file: string, text: string): ReadonlyMap<string, ClassDocs> {
    const { ts } = this;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
    const classes = new Map<string, ClassDocs>();
    for (const node of source.statements) {
      if (!ts.isClassDeclaration(node) || node.name === undefined) continue;
      const fields = node.members.filter((member) => this.isField(member));
      const docs = fields.map(
        (field) => [field.name?.getText(source) ?? '', this.commentOf(field)] as const,
      );
      classes.set(node.name.text, { comment: this.commentOf(node), fields: new Map(docs) });
    }
    return classes;
  }

  private isField(member: ts.ClassElement): boolean {
    const { ts } = this;
    const isStatic =
      ts.canHaveModifiers(member) &&
      member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
    return ts.isPropertyDeclaration(member) && !isStatic;
  }

  private commentOf(node: ts.Node): string | undefined {
    const { ts } = this;
    const comment = ts.getJSDocCommentsAndTags(node).findLast((part) => ts.isJSDoc(part))?.comment;
    const text = ts
      .getTextOfJSDocComment(comment)
      ?.replace(/\s*\n\s*/g, ' ')
      .trim();
    return text === '' ? undefined : text;
  }
}

function exported(namespace: Readonly<Record<string, unknown>>, name: string): unknown {
  return (
    namespace[name] ??
    (namespace['default'] as Readonly<Record<string, unknown>> | undefined)?.[name]
  );
}

/** The class and its base classes, itself first. */
function lineOf(type: Class<object>): Class<object>[] {
  const base = Object.getPrototypeOf(type) as Class<object>;
  return [type, ...(base.name === '' ? [] : lineOf(base))];
}

/** A class of that name that the file does not export, but extends. */
function baseOf(namespace: Readonly<Record<string, unknown>>, name: string): unknown {
  const all = { ...namespace, ...(namespace['default'] as object | undefined) };
  return Object.values(all)
    .filter((value): value is Class<object> => typeof value === 'function')
    .flatMap(lineOf)
    .find((type) => type.name === name);
}

/** Doc comments of DTO classes and their fields, which become help text and API reference. */
export class DocComments implements Docs {
  private readonly classes = new Map<Class<object>, ClassDocs>();

  constructor(
    private readonly ts: TypeScript,
    private readonly files: readonly SourceFile[],
  ) {}

  /** Finds the sources of classes. Candidates are found by name and confirmed by identity. */
  async learn(types: Iterable<Class<object>>): Promise<void> {
    const wanted = new Set([...types].flatMap(lineOf));
    const names = [...wanted].map(({ name }) => name);
    const mentioned = new RegExp(`\\bclass (${names.join('|')})\\b`);
    const reader = new Reader(this.ts);
    for (const { code, comments } of this.files) {
      const text = await readFile(comments, 'utf8');
      if (!mentioned.test(text)) continue;
      const namespace = (await import(pathToFileURL(code).href)) as Readonly<
        Record<string, unknown>
      >;
      for (const [name, docs] of reader.classesOf(comments, text)) {
        const type = (exported(namespace, name) ?? baseOf(namespace, name)) as Class<object>;
        if (wanted.has(type)) this.classes.set(type, docs);
      }
    }
  }

  type(type: Class<object>): string | undefined {
    return this.classes.get(type)?.comment;
  }

  field(type: Class<object>, name: string): string | undefined {
    return this.line(type)
      .map(({ fields }) => fields.get(name))
      .find((comment) => comment !== undefined);
  }

  /** Inherited fields come first. */
  fieldNames(type: Class<object>): readonly string[] {
    return [
      ...new Set(
        this.line(type)
          .reverse()
          .flatMap(({ fields }) => [...fields.keys()]),
      ),
    ];
  }

  private line(type: Class<object>): ClassDocs[] {
    return lineOf(type).flatMap((one) => this.classes.get(one) ?? []);
  }
}
