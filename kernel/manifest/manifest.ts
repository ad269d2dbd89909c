import type { CliSurface, HttpSurface, McpSurface } from '../api/index.js';

/** The format of manifests that this kernel reads. */
export const MANIFEST_FORMAT = 1;

/** A JSON Schema (2020-12), complete in itself: references point into its own `$defs`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

type AnyInput = Readonly<Record<string, unknown>>;

/** `access` of an operation without its functions. */
export type AccessManifest = 'anyone' | 'signed-in' | 'local' | { readonly permission: string; readonly on: string };

/** An operation as data: enough for help, tool lists, the OpenAPI document and for calling it over HTTP. */
export interface OperationManifest {
  readonly id: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly effect: 'read' | 'write';
  readonly idempotent: boolean;
  readonly runsAt: 'server' | 'client';
  readonly access: AccessManifest;
  /** Announced only: its handler does not exist yet. */
  readonly planned: boolean;
  readonly list: boolean;
  /** Whether a renderer for people is declared. */
  readonly rendered: boolean;
  /** Of the whole input. Left out when the manifest was derived from a declaration. */
  readonly input?: JsonSchema | undefined;
  /** Of the output; for a list of one entry. Left out when there is none. */
  readonly output?: JsonSchema | undefined;
  readonly cli?: CliSurface<AnyInput> | undefined;
  readonly mcp?: McpSurface<AnyInput> | undefined;
  readonly http?: HttpSurface<AnyInput> | undefined;
}

export interface MachineManifest {
  readonly id: string;
  readonly summary: string;
  readonly initial: string;
  readonly states: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<string, string>>;
  readonly transitions: readonly {
    readonly from: string | readonly string[];
    readonly event: string;
    readonly to: string;
    readonly guard?: string | undefined;
    readonly effect?: string | undefined;
  }[];
}

export interface ContributionManifest {
  readonly point: string;
  readonly id: string;
  readonly data: unknown;
}

export interface ErrorManifest {
  readonly code: string;
  readonly status: number;
  readonly exit: number;
  readonly title: string;
}

/** A module as data. The build writes it; hosts answer help from it and load no code. */
export interface ModuleManifest {
  readonly format: typeof MANIFEST_FORMAT;
  readonly id: string;
  readonly api: string;
  readonly summary: string;
  readonly requires: readonly string[];
  readonly operations: readonly OperationManifest[];
  readonly machines: readonly MachineManifest[];
  readonly contributes: readonly ContributionManifest[];
  readonly errors: readonly ErrorManifest[];
  /** Ids of the services that each facet provides, such as `kernel.authorizer`. */
  readonly provides: { readonly client: readonly string[]; readonly server: readonly string[] };
}
