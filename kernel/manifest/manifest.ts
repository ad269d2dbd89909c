import type {
  AnyOperation,
  Contribution,
  ErrorFields,
  ExtensionPoint,
  Machine,
} from '../api/index.js';
import type { CliSurface, HttpSurface, McpSurface, PROGRAMS } from '../api/operation.js';

/** The format of manifests that this kernel reads. */
export const MANIFEST_FORMAT = 1;

/** A self-contained JSON Schema (2020-12): references point into its own `$defs`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type Program = (typeof PROGRAMS)[number];

type AnyInput = Readonly<Record<string, unknown>>;

/** `access` of an operation without its functions. */
export type AccessManifest =
  'anyone' | 'signed-in' | 'local' | { readonly permission: string; readonly on: string };

type AsDeclared = Pick<
  AnyOperation,
  'id' | 'summary' | 'description' | 'effect' | 'runsAt' | 'limits' | 'takesSecret'
>;

/** An operation as data: enough for help, tool lists, the OpenAPI document and calls over HTTP. What is false may be left out. */
export interface OperationManifest extends AsDeclared {
  readonly list?: boolean;
  readonly idempotent?: boolean;
  readonly access: AccessManifest;
  /** The operation is only announced: it has no handler yet. */
  readonly planned?: boolean;
  /** Whether a renderer for people is declared. */
  readonly rendered?: boolean;
  /** Whether the input has a required field. Left out where `input` says so. */
  readonly needsInput?: boolean;
  /** Of an operation of the user's machine whose `input` is left out: an empty input is valid, and no field has a default. */
  readonly mayBeEmpty?: boolean;
  /** Schema of the whole input. Left out in what a start reads (see `Kernel.described`), and when the manifest was derived from a declaration. */
  readonly input?: JsonSchema | undefined;
  /** Schema of the output; for a list, of one entry. Left out when there is none. */
  readonly output?: JsonSchema | undefined;
  /** Schema of a page's `meta`. */
  readonly meta?: JsonSchema | undefined;
  readonly cli?: CliSurface<AnyInput> | undefined;
  readonly mcp?: McpSurface<AnyInput> | undefined;
  readonly http?: HttpSurface<AnyInput> | undefined;
}

type Command = Pick<CliSurface<never>, 'program' | 'name'>;

/** The program that has the command. */
export const programOf = ({ program = 'svc' }: Command): Program => program;

/** The command as typed: `svc plugin publish`. `name` is one of its names; default is the first. */
export const commandLine = (command: Command, name = command.name): string =>
  `${programOf(command)} ${name}`;

export type MachineManifest = Machine;
export type ContributionManifest = Omit<Contribution, 'load'>;
export type PointManifest = Pick<ExtensionPoint<unknown>, 'id' | 'shape' | 'ids'>;

export type ErrorManifest = Pick<ErrorFields, 'code' | 'status' | 'exit' | 'title'>;

/**
 * A module as data. The build writes it, and hosts answer help from it without loading code. What every start reads of the built-in modules has
 * no schemas, descriptions, examples and errors.
 */
export interface ModuleManifest {
  readonly format: typeof MANIFEST_FORMAT;
  readonly id: string;
  readonly api: string;
  readonly summary: string;
  readonly requires: readonly string[];
  readonly operations: readonly OperationManifest[];
  readonly machines: readonly MachineManifest[];
  readonly contributes: readonly ContributionManifest[];
  /** Left out in what a start reads. */
  readonly errors?: readonly ErrorManifest[];
  /** Its extension points. Left out: it has none. */
  readonly points?: readonly PointManifest[];
  /**
   * The facets that the module has; a module's code is not loaded for the start of a host whose facet it lacks. If left out, it is assumed to
   * have both.
   */
  readonly facets?: readonly ('client' | 'server')[];
  /** Ids of the services that each facet provides, such as `kernel.authorizer`. */
  readonly provides: { readonly client: readonly string[]; readonly server: readonly string[] };
}
