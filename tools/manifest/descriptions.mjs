// Doc comments of DTO classes and their fields, read from the sources: they become help text and API reference.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import ts from 'typescript';

function commentOf(node) {
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc)?.comment;
  const text = ts
    .getTextOfJSDocComment(comment)
    ?.replace(/\s*\n\s*/g, ' ')
    .trim();
  return text === '' ? undefined : text;
}

function isField(member) {
  return ts.isPropertyDeclaration(member) && !member.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword);
}

/** class name → its comment and its fields' comments */
function classesOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
  const classes = source.statements.filter((node) => ts.isClassDeclaration(node) && node.name !== undefined);
  return new Map(
    classes.map((node) => {
      const fields = new Map(node.members.filter(isField).map((member) => [member.name.getText(source), commentOf(member)]));
      return [node.name.text, { comment: commentOf(node), fields }];
    }),
  );
}

/** What the sources say about classes. Of a class that no source was read for, nothing. */
export class Docs {
  #classes = new Map();

  /** Reads the source of every compiled file below `folders` (relative to `compiled`); classes are known by identity. */
  async read({ compiled, sources, folders }) {
    for (const file of globSync(
      folders.map((folder) => `${folder}/**/*.js`),
      { cwd: compiled },
    )) {
      const source = join(sources, file.replace(/\.js$/, '.ts'));
      if (existsSync(source)) await this.#readFile(join(compiled, file), source);
    }
    return this;
  }

  async #readFile(compiled, source) {
    const classes = classesOf(source);
    if (classes.size === 0) return;
    const exported = await import(pathToFileURL(compiled).href).catch((error) => {
      throw new Error(`${relative(process.cwd(), compiled)} cannot be loaded: ${error.message}`, { cause: error });
    });
    for (const [name, docs] of classes) if (typeof exported[name] === 'function') this.#classes.set(exported[name], docs);
  }

  type(type) {
    return this.#classes.get(type)?.comment;
  }

  field(type, name) {
    return this.#line(type)
      .map((docs) => docs.fields.get(name))
      .find((comment) => comment !== undefined);
  }

  /** The fields of the class and of those it extends; what is inherited comes first. */
  fieldNames(type) {
    return [
      ...new Set(
        this.#line(type)
          .reverse()
          .flatMap((docs) => [...docs.fields.keys()]),
      ),
    ];
  }

  #line(type) {
    const line = [];
    for (let one = type; typeof one === 'function' && one.name !== ''; one = Object.getPrototypeOf(one)) {
      if (this.#classes.has(one)) line.push(this.#classes.get(one));
    }
    return line;
  }
}
