import type { AnyOperation, Class } from 'svc-registry/kernel';
import { schemaOf } from '../../../hosts/module/manifest/json-schema.js';
import type { Kernel, OperationManifest } from '../../../kernel/index.js';
import { httpRequest } from '../../../kernel/invoke/http-request.js';
import type { Call } from './access-case.js';

const noDocs = { type: () => undefined, field: () => undefined, fieldNames: () => [] };

/** Adds to the operations of a kernel what the build adds to manifests: the schemas of their inputs, by which queries are read. */
export async function addSchemas(
  kernel: Kernel,
  operations: readonly AnyOperation[],
): Promise<readonly OperationManifest[]> {
  const manifests = kernel.manifests().flatMap((manifest) => manifest.operations);
  const described = manifests.filter(({ http }) => http !== undefined);
  for (const manifest of described) {
    const type = await operations.find(({ id }) => id === manifest.id)?.input();
    if (type === undefined) throw new Error(`"${manifest.id}" is not among the operations.`);
    Object.assign(manifest, {
      input: schemaOf(type as Class<object>, { docs: noDocs, closed: true }),
    });
  }
  return described;
}

export interface Variation {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Everything that a client can see of an answer, and compare. */
export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

// one id for all: an answer repeats it
const REQUEST_ID = 'probe-0000';
// a random one in every form
const FORM_KEY = /(name="idempotency-key" value=")[\w-]{36}"/g;

export async function seen(url: URL, init: RequestInit): Promise<Seen> {
  const headers = new Headers(init.headers);
  headers.set('x-request-id', REQUEST_ID);
  const response = await fetch(url, { ...init, headers, redirect: 'manual' });
  const told = [...response.headers].filter(([name]) => name !== 'date');
  return {
    status: response.status,
    headers: Object.fromEntries(told),
    body: (await response.text()).replaceAll(FORM_KEY, '$1"'),
  };
}

export interface Question {
  readonly operation: OperationManifest;
  readonly call: Call;
  readonly token: string | undefined;
}

/** Asks over HTTP as a program does. */
export async function ask(
  origin: string,
  { operation, call, token }: Question,
  { method, headers = {} }: Variation = {},
): Promise<Seen> {
  const { url, init } = httpRequest({
    operation,
    input: call.input,
    upload: call.upload,
    connection: { origin, token },
    userAgent: 'probe',
    idempotencyKey: undefined,
    signal: AbortSignal.timeout(30_000),
  });
  const all = new Headers(init.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return seen(url, { ...init, ...(method !== undefined && { method }), headers: all });
}
