import { invalidInput } from 'svc-registry/kernel';
import type { JsonSchema, OperationManifest } from '../../kernel/index.js';
import { withoutReferences, type ObjectSchema } from './schemas.js';
import { assertPath } from './tool-paths.js';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** An operation as a tool. */
export interface Tool {
  readonly operation: OperationManifest;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** Field by parameter. */
  readonly fields: ReadonlyMap<string, string>;
}

/** The parameter that names a call's project. It is not an input field: the handler gets the folder as `context.cwd`. */
export const PROJECT_DIR = 'projectDir';
const PROJECT_DIR_SCHEMA = {
  type: 'string',
  description: 'Folder of the project; default is the one that is open.',
};

const takesProject = ({ mcp }: OperationManifest): boolean => mcp?.inProject === true;

function offeredFields(operation: OperationManifest): ReadonlyMap<string, string> {
  const { omit = [], rename = {}, fixed = {} } = operation.mcp ?? {};
  const names = Object.keys(operation.input?.['properties'] ?? {});
  const offered = names.filter((name) => !omit.includes(name) && !Object.hasOwn(fixed, name));
  return new Map(offered.map((name) => [rename[name] ?? name, name]));
}

function schemaOf(operation: OperationManifest, fields: ReadonlyMap<string, string>): ObjectSchema {
  const { input = {} } = operation;
  const {
    properties = {},
    required = [],
    ...rest
  } = input as { properties?: Schemas; required?: string[] } & JsonSchema;
  const shown = Object.fromEntries(
    [...fields].map(([parameter, name]) => [parameter, properties[name]]),
  );
  const needed = [...fields]
    .filter(([, name]) => required.includes(name))
    .map(([parameter]) => parameter);
  // the tool has a description of its own
  return withoutReferences({
    ...rest,
    description: undefined,
    type: 'object',
    properties: { ...shown, ...(takesProject(operation) && { [PROJECT_DIR]: PROJECT_DIR_SCHEMA }) },
    ...(needed.length === 0 ? {} : { required: needed }),
  });
}

/** The parameter for a command's flag: `ruleName` for `--rule-name`. `undefined` where the tool has none. */
export function parameterOf({ fields }: Pick<Tool, 'fields'>, flag: string): string | undefined {
  const [, name = ''] = /^(?:--)?([a-z][a-z-]*)/.exec(flag) ?? [];
  const named = name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return [...fields].find(([, field]) => field === named)?.[0];
}

/** The tools of all operations that are exposed as tools. */
export function toolsOf(operations: readonly OperationManifest[]): ReadonlyMap<string, Tool> {
  const tools = operations.flatMap((operation): Tool[] => {
    if (operation.mcp === undefined) return [];
    const { name, description = operation.description ?? operation.summary } = operation.mcp;
    const fields = offeredFields(operation);
    return [
      {
        operation,
        name,
        description,
        fields,
        // computed when tools are listed, so that it does not delay the first answer
        get inputSchema() {
          return schemaOf(operation, fields);
        },
      },
    ];
  });
  return new Map(tools.map((tool) => [tool.name, tool]));
}

/** The operation's input from a call's arguments. */
export function toolInput(
  { name, fields, operation }: Tool,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const taken = new Set([...fields.keys(), ...(takesProject(operation) ? [PROJECT_DIR] : [])]);
  const unknown = Object.keys(given).filter((parameter) => !taken.has(parameter));
  if (unknown.length > 0) {
    const issues = unknown.map((field) => ({ field, message: 'unknown parameter' }));
    const known = taken.size === 0 ? 'It takes none.' : `It takes ${[...taken].join(', ')}.`;
    throw invalidInput(
      { what: `The tool "${name}" has no parameter "${unknown.join('", "')}".`, hint: known },
      { issues },
    );
  }
  const input: Record<string, unknown> = { ...operation.mcp?.fixed };
  for (const [parameter, field] of fields) {
    if (given[parameter] === undefined) continue;
    if (operation.mcp?.paths?.includes(field) === true) assertPath(given[parameter], parameter);
    input[field] = given[parameter];
  }
  return input;
}
