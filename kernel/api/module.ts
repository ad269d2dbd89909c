import type { ErrorDefinition } from './errors.js';
import type { Contribution, ExtensionPoint } from './extension-point.js';
import type { Machine } from './machine.js';
import type { AnyOperation, Handler, Operation } from './operation.js';
import type { Constructor, Facet } from './service-key.js';

/** The version of the kernel API. Modules declare the range they were written for in `api`. */
export const KERNEL_API_VERSION = '1.0.0';

/** Formatting for text on a terminal: colours where the terminal has them, and uniform tables, sizes and dates. */
export interface TextStyle {
  /** `person` at a terminal; `agent` where a program reads the output, such as a coding agent, a script or a pipe. */
  readonly reader: 'person' | 'agent';
  /** Columns of the terminal. */
  readonly width: number;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  /** Aligned columns, as wide as the terminal allows; headings that are all empty are left out. Cells may be coloured. */
  table(headings: readonly string[], rows: readonly (readonly string[])[]): string;
  /** `1.2 kB`, from bytes. */
  size(bytes: number): string;
  /** `2026-01-31`, from an instant in ISO 8601 and UTC, as operations answer it. */
  day(instant: string): string;
  /** `2026-01-31 09:05:00 UTC`, from the same. */
  time(instant: string): string;
}

/**
 * Turns an operation's output into the text for stdout, without a final line break. `server` is the address of the server that answered,
 * `scheme://host[:port]`, as this machine reaches it; it is left out for operations that run on the client.
 */
export type Renderer<R> = (output: R, style: TextStyle, server?: string) => string;

/** The code of an operation, loaded when it is first called. */
interface OperationCode<I extends object, R> {
  /** The handler. An operation without one is only announced: calls fail as not available yet (exit code 6). */
  readonly run?: () => Promise<Constructor<Handler<I, R>>>;
  /** Renders the output as text for people; without it, generic text is printed. */
  readonly text?: () => Promise<Renderer<R>>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- operations of any input, held in one collection
export interface BoundOperation extends OperationCode<any, any> {
  readonly operation: AnyOperation;
}

/** Binds an operation to its code. */
export function handle<I extends object, R>(
  operation: Operation<I, R>,
  code: OperationCode<I, R>,
): BoundOperation {
  return { operation, ...code };
}

export interface ModuleDeclaration {
  /** Lower-case letters, digits and hyphens. Prefix of all names in the module. */
  readonly id: string;
  /** Range of kernel api versions, such as `^1.0.0`. */
  readonly api: string;
  readonly summary: string;
  /** Ids of the modules whose contracts this one imports; they start first. */
  readonly requires?: readonly string[];
  readonly operations?: readonly BoundOperation[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- machines of any states, held in one collection
  readonly machines?: readonly Machine<any, any, any>[];
  /** The extension points that the module owns. */
  readonly points?: readonly ExtensionPoint<unknown, unknown>[];
  readonly contributes?: readonly Contribution[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- errors of any facts, held in one collection
  readonly errors?: readonly ErrorDefinition<any>[];
  readonly client?: () => Promise<{ readonly default: Facet }>;
  readonly server?: () => Promise<{ readonly default: Facet }>;
}

/** What importing a facet's file gives. Where TypeScript writes CommonJS, the facet is the `default` of the default export. */
interface FacetFile {
  readonly default: Facet | { readonly default: Facet } | undefined;
}

type Declared = Omit<ModuleDeclaration, 'client' | 'server'> & {
  readonly client?: () => Promise<FacetFile>;
  readonly server?: () => Promise<FacetFile>;
};

async function facetIn(file: Promise<FacetFile>): Promise<{ readonly default: Facet }> {
  const { default: exported } = await file;
  if (exported === undefined) throw new Error('the file of a facet has no default export');
  return { default: 'default' in exported ? exported.default : exported };
}

/** Declares a module. It is the default export of the file that `svc.module` of its `package.json` names. */
export function defineModule({ client, server, ...declaration }: Declared): ModuleDeclaration {
  return {
    ...declaration,
    ...(client && { client: () => facetIn(client()) }),
    ...(server && { server: () => facetIn(server()) }),
  };
}
