import type { AnyOperation, Class, ModuleDeclaration } from 'svc-registry/kernel';
import {
  type JsonSchema,
  type ModuleManifest,
  type OperationManifest,
} from '../../../kernel/index.js';
import { deriveManifest } from '../../../kernel/manifest/derive-manifest.js';
import { checkExits } from './exits.js';
import { schemaOf, type Docs } from './json-schema.js';

/** Doc comments that are read once the needed classes are known. */
export interface LearningDocs extends Docs {
  learn(types: Iterable<Class<object>>): Promise<void>;
}

interface Schemas {
  readonly input: JsonSchema;
  readonly output?: JsonSchema;
  readonly meta?: JsonSchema;
}

/** The classes of an operation. */
interface Classes {
  readonly operation: AnyOperation;
  readonly input: Class<object>;
  readonly output: Class<object> | undefined;
  readonly meta: Class<object> | undefined;
}

async function classesOf(operation: AnyOperation): Promise<Classes> {
  const output = operation.http?.output === 'file' ? undefined : await operation.output?.();
  return {
    operation,
    input: (await operation.input()) as Class<object>,
    output,
    meta: await operation.meta?.(),
  };
}

function schemas({ input, output, meta }: Classes, docs: Docs): Schemas {
  const open = { docs, closed: false };
  return {
    input: schemaOf(input, { docs, closed: true }),
    ...(output && { output: schemaOf(output, open) }),
    ...(meta && { meta: schemaOf(meta, open) }),
  };
}

/** A surface without fields. */
const none = { name: '' };

const keys = (named: object | undefined): readonly string[] => Object.keys(named ?? {});

/** The input fields that each surface refers to. */
function namedFields({
  cli = none,
  mcp = none,
  http,
}: OperationManifest): Readonly<Record<string, readonly string[] | undefined>> {
  return {
    'cli.positionals': cli.positionals,
    'cli.short': keys(cli.short),
    'cli.flags': keys(cli.flags),
    'cli.omit': cli.omit,
    'mcp.rename': keys(mcp.rename),
    'mcp.omit': mcp.omit,
    'mcp.fixed': keys(mcp.fixed),
    'mcp.paths': mcp.paths,
    'http.query': keys(http?.query),
    'http.path': http?.path.match(/(?<=[:*])\w+/g) ?? [],
  };
}

/** Throws when a surface refers to a field that the input lacks; in JavaScript no type check catches this. */
function checkFields(operation: OperationManifest): void {
  const known = operation.input?.['properties'] as object;
  for (const [surface, fields = []] of Object.entries(namedFields(operation))) {
    const unknown = fields.find((field) => !Object.hasOwn(known, field));
    if (unknown !== undefined)
      throw new Error(`${surface} names the field "${unknown}", which its input does not have`);
  }
}

/** Records the classes that occur in schemas. */
function recorder(seen: Set<Class<object>>): Docs {
  return { type: (type) => void seen.add(type), field: () => undefined, fieldNames: () => [] };
}

/** All problems that prevent a module's manifest from being generated. */
export class ManifestProblems extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}

/** Continues after a problem, so that all of them are reported together. */
class Collector {
  private readonly problems: string[] = [];

  async each<T, R>(
    items: readonly T[],
    idOf: (item: T) => string,
    work: (item: T) => Promise<R> | R,
  ): Promise<R[]> {
    const results: R[] = [];
    for (const item of items) {
      try {
        results.push(await work(item));
      } catch (error) {
        this.problems.push(`operation "${idOf(item)}": ${(error as Error).message}`);
      }
    }
    return results;
  }

  finish(): void {
    if (this.problems.length > 0) throw new ManifestProblems(this.problems);
  }
}

/** The manifest of a module: its declaration as data, plus JSON Schemas of the operations' inputs and outputs. */
export async function moduleManifest(
  declaration: ModuleDeclaration,
  docs: LearningDocs,
): Promise<ModuleManifest> {
  const manifest = await deriveManifest(declaration, ['client', 'server']);
  const collector = new Collector();
  const idOf = ({ operation }: Classes): string => operation.id;
  const operations = (declaration.operations ?? []).map(({ operation }) => operation);
  const classes = await collector.each(operations, ({ id }) => id, classesOf);
  const seen = new Set<Class<object>>();
  const readable = await collector.each(
    classes,
    idOf,
    (one) => (schemas(one, recorder(seen)), one),
  );
  await docs.learn(seen);
  const described = await collector.each(readable, idOf, (one) => {
    const complete = {
      ...manifest.operations.find(({ id }) => id === one.operation.id),
      ...schemas(one, docs),
    } as OperationManifest;
    checkFields(complete);
    checkExits(complete);
    return complete;
  });
  collector.finish();
  return JSON.parse(JSON.stringify({ ...manifest, operations: described })) as ModuleManifest;
}
