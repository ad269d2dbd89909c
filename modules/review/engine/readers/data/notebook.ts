import { itemsOf, nodeAt, textOf, textsOf, type DataNode } from '../../data-node.js';
import type { Language } from '../../unit.js';
import type { Embedded } from './embedded.js';

/** Whether the document is a notebook of Jupyter. */
export function isNotebook(root: DataNode): boolean {
  return nodeAt(root, 'cells')?.kind === 'array' && nodeAt(root, 'nbformat') !== undefined;
}

/** The cells of a notebook: prose, code, and the lines of code that are for the shell. */
export function cellsOf(root: DataNode): readonly Embedded[] {
  const kernel = nodeAt(root, 'metadata', 'kernelspec', 'language');
  const language = /script/i.test(textOf(kernel) ?? '') ? 'javascript' : 'python';
  return itemsOf(nodeAt(root, 'cells')).flatMap((cell) => {
    const source = nodeAt(cell, 'source');
    if (source === undefined) return [];
    const text = textsOf(source).join('');
    const node = { ...(itemsOf(source)[0] ?? source), to: source.to };
    if (textOf(nodeAt(cell, 'cell_type')) !== 'code')
      return [{ language: 'markdown' as const, text, node }];
    return codeOf(text, language).map((part) => ({ ...part, node }));
  });
}

const CELL_SHELL = /^\s*%%(?:bash|sh|script|cmd)\b.*/;
const LINE_SHELL = /^(\s*)(?:[\w, ]+=\s*)?(?:!|%sx |%system |%(?=(?:pip|conda)\b))/;

/** Each part has all lines of the cell, so that lines keep their numbers. */
function codeOf(
  text: string,
  language: Language,
): readonly { readonly language: Language; readonly text: string }[] {
  if (CELL_SHELL.test(text)) return [{ language: 'shell', text: text.replace(CELL_SHELL, '') }];
  const lines = text.split('\n');
  const shell = lines.map((line) => (LINE_SHELL.test(line) ? line.replace(LINE_SHELL, '') : ''));
  const code = lines.map((line) => {
    const found = LINE_SHELL.exec(line) ?? /^(\s*)%/.exec(line);
    return found === null ? line : `${found[1] ?? ''}${language === 'python' ? 'pass' : ''}`;
  });
  const parts = [{ language, text: code.join('\n') }];
  return shell.every((line) => line === '')
    ? parts
    : [...parts, { language: 'shell' as const, text: shell.join('\n') }];
}
