// esbuild keeps the names of functions and classes by a call of `__name` for each. A function has most often its name already, and where one is
// made at every call, as in the libraries that check inputs, the naming costs more than the function: a twentieth of a tool's call.
import ts from 'typescript';

const isNaming = (node) =>
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === '__name';

const isNamedPlace = (node) =>
  ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node);

/** The name that a function gets from where it stands, as in `const name = () => …`. */
const inferredName = ({ parent }) => (isNamedPlace(parent) ? parent.name.text : undefined);

/** What of a call that names a function can go: all around the function, or the whole statement after a declaration. */
function needless(call) {
  const [target, { text: name }] = call.arguments;
  if (ts.isIdentifier(target) && ts.isExpressionStatement(call.parent))
    return target.text === name ? [[call.parent.pos, call.parent.end]] : [];
  const isFunction = ts.isArrowFunction(target) || ts.isFunctionExpression(target);
  const kept = isFunction && inferredName(call) === name;
  return kept
    ? [
        [call.pos, target.pos],
        [target.end, call.end],
      ]
    : [];
}

/** The same text with spaces for what is needless: source maps stay true. */
export function withoutNeedlessNames(text) {
  const characters = text.split('');
  const visit = (node) => {
    if (isNaming(node)) {
      for (const [from, to] of needless(node))
        for (let at = from; at < to; at++) if (characters[at] !== '\n') characters[at] = ' ';
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('chunk.mjs', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  return characters.join('');
}
