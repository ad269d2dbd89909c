import type { ModuleDeclaration } from 'svc-registry/kernel';
import { problem, reasonOf, type Finding } from './finding.js';
import type { Subject } from './subject.js';

interface Piece {
  /** What it is, for the message. */
  readonly name: string;
  readonly load: () => Promise<unknown>;
  /** What it has to be, and whether it is. */
  readonly kind: string;
  readonly fits: (loaded: unknown) => boolean;
}

const isFunction = (loaded: unknown): boolean => typeof loaded === 'function';

function hasRun(loaded: unknown): boolean {
  return (
    isFunction(loaded) &&
    typeof (loaded as { prototype?: { run?: unknown } }).prototype?.run === 'function'
  );
}

/** All code that a declaration reaches. */
function piecesOf({ operations = [], renders = [], contributes = [] }: ModuleDeclaration): Piece[] {
  return [
    ...operations.flatMap(({ operation: { id }, handler }) =>
      handler === undefined
        ? []
        : [
            {
              name: `the handler of "${id}"`,
              load: handler,
              kind: 'a class with `run`',
              fits: hasRun,
            },
          ],
    ),
    ...renders.map(({ operation, load }) => ({
      name: `the renderer of "${operation}"`,
      load,
      kind: 'a function',
      fits: isFunction,
    })),
    ...contributes.flatMap(({ id, point, load }) => {
      const name = `the contribution "${id}" at "${point}"`;
      return load === undefined
        ? []
        : [{ name, load, kind: 'something', fits: (loaded: unknown) => loaded !== undefined }];
    }),
  ];
}

async function check({ name, load, kind, fits }: Piece): Promise<string[]> {
  try {
    return fits(await load()) ? [] : [`${name} is not ${kind}`];
  } catch (error) {
    return [`${name} cannot be loaded: ${reasonOf(error)}`];
  }
}

/** Everything that the declaration announces is there and is of the right kind. */
export async function checkCode(subject: Subject): Promise<Finding[]> {
  const declaration = await subject.declaration();
  const messages: string[] = [];
  for (const piece of piecesOf(declaration)) messages.push(...(await check(piece)));
  const known = new Set((declaration.operations ?? []).map(({ operation }) => operation.id));
  const lost = (declaration.renders ?? []).filter(({ operation }) => !known.has(operation));
  messages.push(
    ...lost.map(
      ({ operation }) =>
        `a renderer is declared for "${operation}", which is no operation of the module`,
    ),
  );
  return messages.map((message) => problem(message, { file: subject.place(subject.files.module) }));
}
