// A page for every extension point, in docs/reference/extension-points/: from the docstrings and types at its declaration, the shape
// that the point declares, the modules that contribute to it, and the example in test/contract/extension-points/.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { globSync } from 'tinyglobby';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = 'docs/reference/extension-points';
const EXAMPLES = 'test/contract/extension-points';

const SOURCES = globSync(['kernel/**/*.ts', 'modules/**/*.ts', 'hosts/**/*.ts'], {
  cwd: ROOT,
  ignore: ['**/*.test.ts'],
}).sort();
const CONTRACTS = SOURCES.filter((path) => /^kernel\/api\/|^modules\/[^/]+\/contract\//.test(path));

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const inCell = (text) => text.replace(/\s+/g, ' ').replace(/[|<]/g, '\\$&').trim();
const code = (text) => `\`${text}\``;

const { exports: entries } = JSON.parse(read('package.json'));
const roots = [
  ...CONTRACTS,
  ...Object.values(entries).flatMap((entry) => entry['svc-source'] ?? []),
].map((path) => join(ROOT, path));
const program = ts.createProgram(roots, {
  ...ts.getParsedCommandLineOfConfigFile(join(ROOT, 'tsconfig.json'), {}, ts.sys).options,
  incremental: false,
  tsBuildInfoFile: undefined,
});
const checker = program.getTypeChecker();

/** The declarations `export const …Point = define…Point<Data, Code>('id', …)`, by the ids of the points. */
function declarations() {
  const found = new Map();
  for (const path of CONTRACTS) {
    const file = program.getSourceFile(join(ROOT, path));
    for (const statement of file.statements.filter(ts.isVariableStatement)) {
      const [{ name, initializer }] = statement.declarationList.declarations;
      if (!initializer || !ts.isCallExpression(initializer)) continue;
      const callee = initializer.expression.getText();
      const [id] = initializer.arguments;
      if (!/^define(Extension|Class)Point$/.test(callee) || !initializer.typeArguments) continue;
      found.set(id.text, { path, file, name, callee, types: initializer.typeArguments });
    }
  }
  return found;
}

const docOf = (symbol) => ts.displayPartsToString(symbol?.getDocumentationComment(checker) ?? []);

/** The package's entry that exports a name, such as `svc-registry/kernel`. */
function entryOf(name) {
  const found = Object.entries(entries).find(([, { 'svc-source': source }]) => {
    const file = source && program.getSourceFile(join(ROOT, source));
    const module = file && checker.getSymbolAtLocation(file);
    return module && checker.getExportsOfModule(module).some((one) => one.name === name);
  });
  return found && `svc-registry${found[0].slice(1)}`;
}

const WORDS = { text: 'text', integer: 'whole number', flag: '`true` or `false`' };

function shapeWords(shape) {
  if (typeof shape === 'string') return WORDS[shape] ?? shape;
  if (Array.isArray(shape)) return shape.map((value) => code(JSON.stringify(value))).join(', ');
  if (shape.pattern) return shape.is;
  if ('min' in shape) return `whole number, at least ${shape.min}`;
  if (shape.listOf) return `list of ${shapeWords(shape.listOf)}`;
  if (shape.mapOf) return `object with values of: ${shapeWords(shape.mapOf)}`;
  if (shape.either) return shape.either.map(shapeWords).join(', or ');
  return 'object';
}

/** The types that a value of a field may have, without `null` and `undefined`. */
function typesOf(type) {
  const some = checker.getNonNullableType(type);
  return some.isUnion() ? some.types : [some];
}

/** Rows of the table of fields: path, shape, meaning. Fields of fields follow theirs. */
function fieldRows(shape, type, prefix = '') {
  return Object.entries(shape.fields).flatMap(([key, field]) => {
    const name = key.replace('?', '');
    const symbols = typesOf(type).flatMap((one) => checker.getPropertyOfType(one, name) ?? []);
    const meaning = [...new Set(symbols.map(docOf))].join(' ');
    const optional = key.endsWith('?') ? 'optional' : '';
    const row = [code(prefix + name), optional, shapeWords(field), meaning];
    const inner = [field, ...(field.either ?? [])].find((one) => one.fields);
    const below = inner && symbols[0] && checker.getTypeOfSymbol(symbols[0]);
    return [row, ...(below ? fieldRows(inner, below, `${prefix}${name}.`) : [])];
  });
}

function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(inCell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The declared fields; an object that may have several forms has a table for each. */
function dataText({ shape }, declaration) {
  const type =
    declaration.callee === 'defineClassPoint'
      ? undefined
      : checker.getTypeFromTypeNode(declaration.types[0]);
  if (!type) return '`{ summary }`: one sentence that says what the class does.';
  const forms = shape.either ?? [shape];
  const tables = forms.map((form) =>
    table(['field', '', 'value', 'meaning'], fieldRows(form, type)),
  );
  return tables.join('\n\nOr:\n\n');
}

/** Declarations of the same file that a node names, and those that these name. */
function namedTypes(node, file, found = new Set()) {
  const visit = (child) => {
    if (ts.isTypeReferenceNode(child) && ts.isIdentifier(child.typeName)) {
      const declared = file.statements.find(
        (one) =>
          (ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) &&
          one.name.text === child.typeName.text,
      );
      if (declared && !found.has(declared)) {
        found.add(declared);
        namedTypes(declared, file, found);
      }
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

/** What the contributed code is, and the declarations of its types. */
function codeText({ callee, types, file }) {
  const type = callee === 'defineClassPoint' ? types[0] : types[1];
  if (!type) return 'None. The data is enough.';
  const ofClass = callee === 'defineClassPoint' || type.getText().startsWith('Constructor<');
  const name = ofClass ? type.getText().replace(/^Constructor<(.*)>$/, '$1') : type.getText();
  const lead = ofClass
    ? `A class that implements ${code(name.replace(/<.*/, ''))}. It is built with the services of the module that contributes it.`
    : /^\w+$/.test(name)
      ? `A value of the type ${code(name)}.`
      : `A function: ${code(name.replace(/\s+/g, ' '))}.`;
  const declared = [...namedTypes(type, file)].map((one) =>
    one
      .getFullText()
      .trim()
      .replace(/^export /m, ''),
  );
  return [lead, declared.length > 0 ? ['```ts', declared.join('\n\n'), '```'].join('\n') : '']
    .join('\n\n')
    .trim();
}

function factsText(point, declaration, manifests) {
  const name = declaration.name.text;
  const owner = point.id.split('.')[0];
  const entry = entryOf(name);
  const readers = SOURCES.filter((path) =>
    new RegExp(`\\.of\\(\\s*${name}\\)`).test(read(path)),
  ).map(code);
  const contributors = manifests
    .filter(({ contributes }) => contributes.some((one) => one.point === point.id))
    .map(({ id }) => id);
  return table(
    ['', ''],
    [
      [
        'import',
        entry
          ? `${code(name)} of ${code(entry)}`
          : `${code(`defineExtensionPoint('${point.id}')`)}`,
      ],
      ['`requires`', owner === 'kernel' ? 'nothing' : code(owner)],
      ['id of a contribution', point.ids ? shapeWords(point.ids) : 'any text, unique at the point'],
      ['read by', readers.join(', ')],
      ['contributed by', contributors.join(', ') || 'no built-in module'],
    ],
  );
}

function pageText(point, declaration, manifests) {
  const example = read(`${EXAMPLES}/${point.id}.ts`).trim();
  return `${[
    `# ${point.id}`,
    docOf(checker.getSymbolAtLocation(declaration.name)),
    factsText(point, declaration, manifests),
    '## Example',
    ['```ts', example, '```'].join('\n'),
    '## Data',
    dataText(point, declaration),
    '## Code',
    codeText(declaration),
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `A module declares a point in its contract and reads what others contribute to it. Each page below has the purpose of a point, the shape of
its data, the type of its code, and the smallest example. An example is one file, so that it can be read in one piece; in a module the class
stands in a file of its own, and the declaration loads it on first use: \`() => import('./server/open-polls.js').then((m) => m.OpenPolls)\`.

The [guide](../../guides/write-a-module.md) shows a whole module. These pages are written by \`npm run surface\`; the examples are compiled and
checked by the tests.`;

/** The pages, by their paths. Throws when a point has no docstring or no example. */
export function extensionPointPages(manifests, kernelPoints) {
  const declared = declarations();
  const points = [...kernelPoints, ...manifests.flatMap(({ points: own = [] }) => own)].sort(
    (left, right) => (left.id < right.id ? -1 : 1),
  );
  const pages = {};
  const rows = points.map((point) => {
    const declaration = declared.get(point.id);
    const [purpose = ''] = docOf(checker.getSymbolAtLocation(declaration.name)).split(/(?<=\.)\s/);
    if (purpose === '')
      throw new Error(`${declaration.path}: ${declaration.name.text} has no docstring.`);
    pages[`${FOLDER}/${point.id}.md`] = pageText(point, declaration, manifests);
    return [`[${point.id}](${point.id}.md)`, purpose];
  });
  pages[`${FOLDER}/README.md`] =
    `${['# Extension points', INTRODUCTION, table(['point', 'what is contributed'], rows)].join('\n\n')}\n`;
  return pages;
}
