/** Python for the evaluator. */
import type { LanguageAdapter } from '../expression.js';
import { pythonDeclarations } from './declarations.js';
import { pythonExpressions } from './expressions.js';
import { normalPythonName, pythonGlobal } from './names.js';

export const python: LanguageAdapter = {
  functions: new Set(['function_definition', 'lambda']),
  calls: new Set(['call']),
  global: pythonGlobal,
  normal: normalPythonName,
  expression: (tree, node) =>
    pythonExpressions[tree.kind(node)]?.(tree, node) ?? {
      kind: 'unknown',
      parts: tree.children(node),
    },
  declare: pythonDeclarations,
};
