// The manifest of one module: what its declaration says, plus JSON Schemas of the operations' inputs and outputs.
import { schemaOf } from './json-schema.mjs';

async function schemas({ id, input, output, list, http }, docs) {
  try {
    const answer = http?.output === 'file' ? undefined : await output?.();
    return {
      input: schemaOf(await input(), { docs, closed: true }),
      ...(answer && { output: schemaOf(answer, { docs, closed: false }) }),
      list,
    };
  } catch (error) {
    throw new Error(`operation "${id}": ${error.message}`, { cause: error });
  }
}

/** Surfaces name fields of the input: a name that the input lacks is a mistake that no type catches in JavaScript. */
function checkFields({ id, cli, mcp, http, input }) {
  const known = new Set(Object.keys(input.properties));
  const named = {
    'cli.positionals': cli?.positionals ?? [],
    'cli.short': Object.keys(cli?.short ?? {}),
    'cli.flags': Object.keys(cli?.flags ?? {}),
    'cli.omit': cli?.omit ?? [],
    'mcp.rename': Object.keys(mcp?.rename ?? {}),
    'mcp.omit': mcp?.omit ?? [],
    'mcp.fixed': Object.keys(mcp?.fixed ?? {}),
    'http.query': Object.keys(http?.query ?? {}),
    'http.path': [...(http?.path ?? '').matchAll(/[:*](\w+)/g)].map((match) => match[1]),
  };
  for (const [place, fields] of Object.entries(named)) {
    const unknown = fields.find((field) => !known.has(field));
    if (unknown !== undefined) throw new Error(`operation "${id}": ${place} names the field "${unknown}", which its input does not have`);
  }
}

/** @param {(declaration: object, facets: string[]) => Promise<object>} deriveManifest the kernel's */
export async function moduleManifest(declaration, { docs, deriveManifest }) {
  const manifest = await deriveManifest(declaration, ['client', 'server']);
  const operations = [];
  for (const [index, operation] of manifest.operations.entries()) {
    const described = { ...operation, ...(await schemas(declaration.operations[index].operation, docs)) };
    checkFields(described);
    operations.push(described);
  }
  return JSON.parse(JSON.stringify({ ...manifest, operations }));
}
