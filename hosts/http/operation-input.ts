import { invalidInput, type ErrorIssue } from 'svc-registry/kernel';
import type { OperationManifest } from '../../kernel/index.js';
import { fieldsOf, type Field } from '../fields/field.js';
import { fromText } from '../fields/from-text.js';
import { namedAsSent } from '../fields/named-as-sent.js';
import { hasEscapedSurrogate } from './lone-surrogates.js';

/** The parts of a request that form an operation's input. */
export interface RequestParts {
  /** Decoded; a rest of the path (`*name`) comes as its segments. */
  readonly params: Readonly<Record<string, string | readonly string[]>>;
  /** The query as sent, without `?`. */
  readonly query: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

type Issue = ErrorIssue & { readonly field: string };

/** Builds the input of one operation. Values are only read here; the kernel validates them. */
export class InputReader {
  private readonly fields: ReadonlyMap<string, Field>;
  private readonly byQueryName: ReadonlyMap<string, Field>;
  /** Names in the query, by field, where they differ from the field's name. */
  private readonly sentAs: ReadonlyMap<string, string>;
  /** A file is identified by its path alone, so additions to the query of a link to it are ignored. */
  private readonly ignoresQuery: boolean;

  constructor({ http, ...operation }: OperationManifest) {
    this.fields = fieldsOf(operation);
    const names = http?.query ?? {};
    const inPath = new Set([...(http?.path ?? '').matchAll(/[:*](\w+)/g)].map(([, name]) => name));
    const queryable = [...this.fields.values()].filter(({ name }) => !inPath.has(name));
    this.byQueryName = new Map(queryable.map((field) => [names[field.name] ?? field.name, field]));
    this.sentAs = new Map(
      Object.entries(names).flatMap(([field, sent]) => (sent === undefined ? [] : [[field, sent]])),
    );
    this.ignoresQuery = http?.output === 'file' && this.byQueryName.size === 0;
  }

  read({ params, query, body }: RequestParts): Record<string, unknown> {
    const issues: Issue[] = [];
    const input = new Map<string, unknown>();
    for (const [name, value] of Object.entries(params)) input.set(name, this.fromPath(name, value));
    if (query !== '' && !this.ignoresQuery) this.addQuery(parametersOf(query), input, issues);
    for (const [name, value] of Object.entries(body ?? {})) {
      if (input.has(name))
        issues.push({ field: name, message: 'is given in the address and in the body' });
      else input.set(name, value);
    }
    if (issues.length > 0)
      throw invalidInput(
        { what: issues.map(({ field, message }) => `${field} ${message}`).join('; ') },
        { issues },
      );
    return Object.fromEntries(input);
  }

  /** Renames the fields in an error as the query wrote them: `page[size]` for `pageSize`. */
  asSent(error: unknown): unknown {
    return namedAsSent(error, this.sentAs);
  }

  private fromPath(name: string, value: string | readonly string[]): unknown {
    const text = typeof value === 'string' ? value : value.join('/');
    const field = this.fields.get(name);
    return field === undefined ? text : fromText(field, text);
  }

  private addQuery(query: URLSearchParams, input: Map<string, unknown>, issues: Issue[]): void {
    for (const name of new Set(query.keys())) {
      const field = this.byQueryName.get(name);
      const values = query.getAll(name);
      if (field === undefined)
        issues.push({ field: name, message: 'is not a query parameter of this address' });
      else if (!field.list && values.length > 1)
        issues.push({ field: name, message: 'is given more than once' });
      else input.set(field.name, readValues(field, values));
    }
  }
}

/** Enough for the longest list that a request needs, of a hundred values. */
const MAX_PARAMETERS = 200;

function parametersOf(query: string): URLSearchParams {
  if (hasEscapedSurrogate(query))
    throw invalidInput({ what: 'The query holds half a character (a lone surrogate).' });
  const parameters = new URLSearchParams(query);
  if (parameters.size > MAX_PARAMETERS)
    throw invalidInput({ what: `The query has more than ${MAX_PARAMETERS} parameters.` });
  return parameters;
}

function readValues(field: Field, values: readonly string[]): unknown {
  const read = values.map((value) => fromText(field, value));
  return field.list ? read : read[0];
}
