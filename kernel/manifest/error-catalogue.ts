import * as commonErrors from '../api/common-errors.js';
import type { ErrorDefinition, ErrorEntry, ModuleErrors } from '../api/errors.js';
import { fileSystemError, serverFilesUnusable } from '../api/file-system.js';
import type { ModuleDeclaration } from '../api/module.js';

type Definitions = NonNullable<ModuleDeclaration['errors']>;

const KERNEL = {
  id: 'kernel',
  summary: 'The errors that any module may answer with',
  errors: [...Object.values(commonErrors), fileSystemError, serverFilesUnusable] as Definitions,
};

/** Each fact is its name in angle brackets, which can be written into a text and nothing else. A hint is left out: it is a text of its own. */
const facts = new Proxy(
  {},
  { get: (_, name) => (name === 'hint' ? undefined : { toString: () => `<${String(name)}>` }) },
);

/** A text for any facts; `undefined` where the text depends on them by more than naming them. */
function generalText(write: ((params: never) => unknown) | undefined): string | undefined {
  try {
    const text = write?.(facts as never);
    return typeof text === 'string' && !/\b(NaN|undefined)\b/.test(text) ? text : undefined;
  } catch {
    return undefined; // it computes with a fact
  }
}

function entryOf({ spec }: ErrorDefinition<never>): ErrorEntry {
  const { code, status, exit, title, message, hint, cause, remedy } = spec;
  return {
    code,
    status,
    exit,
    title,
    cause: cause ?? generalText(message),
    remedy: remedy ?? generalText(hint),
  };
}

/** The errors of the kernel and of the declared modules. */
export function errorsOf(declarations: readonly ModuleDeclaration[]): ModuleErrors[] {
  return [KERNEL, ...declarations].flatMap(({ id, summary, errors = [] }) => {
    const entries = errors.map(entryOf).sort((a, b) => (a.code < b.code ? -1 : 1));
    return entries.length === 0 ? [] : [{ module: id, summary, errors: entries }];
  });
}
