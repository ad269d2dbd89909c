// Everything people and programs can call, one row each, sorted: docs/reference/surface.json. Its diff is reviewed.

function flagsOf({ cli, input }) {
  const hidden = new Set([...(cli.positionals ?? []), ...(cli.omit ?? [])]);
  const long = (field) =>
    cli.flags?.[field] ?? field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const fields = Object.keys(input.properties).filter((field) => !hidden.has(field));
  const own = cli.confirm === undefined ? [] : ['--yes, -y'];
  return [
    ...fields.map(
      (field) =>
        `--${long(field)}${cli.short?.[field] === undefined ? '' : `, -${cli.short[field]}`}`,
    ),
    ...own,
  ].sort();
}

function command(operation) {
  const { id, cli, planned } = operation;
  const { program = 'svc', name } = cli;
  return {
    ...(program !== 'svc' && { program }),
    command: name,
    operation: id,
    aliases: cli.aliases ?? [],
    positionals: cli.positionals ?? [],
    flags: flagsOf(operation),
    planned,
  };
}

function tool({ id, mcp, input, planned }) {
  const hidden = new Set([...(mcp.omit ?? []), ...Object.keys(mcp.fixed ?? {})]);
  const fields = Object.keys(input.properties).filter((field) => !hidden.has(field));
  const own = mcp.inProject === true ? ['projectDir'] : [];
  return {
    tool: mcp.name,
    operation: id,
    parameters: [...fields.map((field) => mcp.rename?.[field] ?? field), ...own].sort(),
    planned,
  };
}

function route({ id, http, access, planned }) {
  const needs = typeof access === 'string' ? access : access.permission;
  return {
    route: `${http.method} ${http.path}`,
    operation: id,
    tag: http.tag,
    access: needs,
    planned,
  };
}

const byFirst = (a, b) => (Object.values(a)[0] < Object.values(b)[0] ? -1 : 1);

/** Those of `svc` first. */
const byProgram = (a, b) => {
  const [left, right] = [a, b].map(({ program = '', command: name }) => `${program} ${name}`);
  return left < right ? -1 : 1;
};

export function surfaceOf(manifests) {
  const operations = manifests.flatMap((manifest) => manifest.operations);
  return {
    commands: operations
      .filter(({ cli }) => cli)
      .map(command)
      .sort(byProgram),
    tools: operations
      .filter(({ mcp }) => mcp)
      .map(tool)
      .sort(byFirst),
    routes: operations
      .filter(({ http }) => http)
      .map(route)
      .sort(byFirst),
  };
}

/** One row a line, so that a diff shows rows. */
export function surfaceText(surface) {
  const sections = Object.entries(surface).map(([name, rows]) => {
    const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
    return `  ${JSON.stringify(name)}: [${rows.length === 0 ? '' : `\n${lines}\n  `}]`;
  });
  return `{\n${sections.join(',\n')}\n}\n`;
}
