import { defineError, ExitCode } from 'svc-registry/kernel';

const INSTALL = 'npm install -g @earendil-works/pi-coding-agent@0.74.2';

/** The coding agent that `svc agent` starts is an optional package. */
export const agentNotInstalled = defineError({
  code: 'agent_not_installed',
  status: 424,
  exit: ExitCode.notFound,
  title: 'The coding agent is not installed',
  message: () => '`svc agent` starts the coding agent pi, which is not installed.',
  hint: () => `Install it with \`${INSTALL}\`.`,
});

/** There is one, of a version that this program does not know. */
export const agentVersionUnfit = defineError<{ folder: string; version: string }>({
  code: 'agent_version_unfit',
  status: 424,
  exit: ExitCode.notFound,
  title: 'Another version of the coding agent',
  message: ({ folder, version }) => `The coding agent pi in ${folder} is version ${version}.`,
  hint: () => `\`svc agent\` works with 0.74.2: \`${INSTALL}\`.`,
});

/** pi would run code of the project at its start, and nobody has agreed to that. */
export const projectCodeUntrusted = defineError<{ folder: string }>({
  code: 'project_code_untrusted',
  status: 403,
  exit: ExitCode.denied,
  title: 'Code of the project',
  message: ({ folder }) =>
    `${folder} has extensions or settings that the coding agent would run at its start, and nobody has agreed to them.`,
  hint: () =>
    'Read them, then run `svc agent` in a terminal and agree; or remove the folder; or use `--permission-mode yolo`.',
});

/** No tool server of that name. */
export const toolServerUnknown = defineError<{ name: string; known: readonly string[] }>({
  code: 'tool_server_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Unknown tool server',
  remedy: '`svc agent mcp list` shows the tool servers; `svc agent mcp add` makes one.',
  message: ({ name }) => `There is no tool server "${name}".`,
  hint: ({ known }) =>
    known.length === 0
      ? 'There are none. `svc agent mcp add` makes one.'
      : `Known: ${known.join(', ')}.`,
});
