/** JavaScript and TypeScript for the evaluator. */
import type { LanguageAdapter } from '../expression.js';
import { functionKinds, javaScriptDeclarations } from './declarations.js';
import { javaScriptExpressions } from './expressions.js';
import { javaScriptGlobal, normalJavaScriptName } from './names.js';

export const javaScript: LanguageAdapter = {
  functions: new Set(functionKinds),
  calls: new Set(['call_expression', 'new_expression']),
  global: javaScriptGlobal,
  normal: normalJavaScriptName,
  expression: (tree, node) =>
    javaScriptExpressions[tree.kind(node)]?.(tree, node) ?? {
      kind: 'unknown',
      parts: tree.children(node),
    },
  declare: javaScriptDeclarations,
};
