import { shellWord } from '../../../toolbox/shell-word.js';

/** A program and its arguments, as an entry of a tool server has them. */
export interface ServerCall {
  readonly command: string;
  readonly args: readonly string[];
}

/** The arguments that start svc's tool server. */
const START: readonly string[] = ['mcp', 'start'];

/** The tool server of the program that these words start: `['svc']`, or `['/usr/bin/node', '/opt/svc.cjs']`. */
export function plainCall([command = 'svc', ...args]: readonly string[]): ServerCall {
  return { command, args: [...args, ...START] };
}

/**
 * The same for a file that team mates share: where the program is missing, a tool server of one tool takes its place, which says how to
 * get svc: an agent has a server that starts, and its model can say what to do.
 */
export function sharedCall(program: readonly string[]): ServerCall {
  const { command, args } = plainCall(program);
  return { command: 'sh', args: ['-c', guardedBy(program), 'sh', command, ...args] };
}

/** The words of the program that such an entry starts, also of one that another version of svc wrote. */
export function programOfCall({ command, args }: ServerCall): readonly string[] {
  const words = command === 'sh' && args[0] === '-c' ? args.slice(3) : [command, ...args];
  return words.slice(0, -START.length);
}

const INSTALL =
  'The pages of your svc server show the command that installs it (npm install --global, and the address of its package).';
/** Stands in a shell's and in sed's text: without `'`, `|`, `&` and a backslash. */
const MISSING = `svc is not installed on this machine, so its tools are missing. ${INSTALL}`;
/** The same of hooks, for a shell. */
export const HOOKS_MISSING = `svc is not installed on this machine, so the hooks of plugins do not run. ${INSTALL}`;

/** All that the server in place of svc answers; any other request gets an error with the text. */
const answers = {
  initialize: {
    // the oldest version that agents speak, and so the one that all of them accept
    protocolVersion: '2024-11-05',
    capabilities: { tools: {} },
    serverInfo: { name: 'svc', version: '0' },
  },
  'tools.list': {
    tools: [{ name: 'how_to_get_svc', description: MISSING, inputSchema: { type: 'object' } }],
  },
  'tools.call': { content: [{ type: 'text', text: MISSING }] },
};

/** Has no `$` but `$@`, because some agents replace variables in it. */
function guardedBy(program: readonly string[]): string {
  const file = program.at(-1) ?? '';
  const test = /[\\/]/.test(file) ? `test -e ${shellWord(file)}` : `command -v ${file}`;
  const rules = [
    ...Object.entries(answers).map(([method, result]) => ruleOf(`"${method}"`, { result })),
    ruleOf('"method"', { error: { code: -32601, message: MISSING } }),
  ];
  const server = `sed -un ${rules.map((rule) => `-e '${rule}'`).join(' ')}`;
  return `${test} >/dev/null && exec "$@"; echo '${MISSING}' >&2; exec ${server}`;
}

/** The rule of sed that replaces a request, which is one line, by its answer. */
function ruleOf(pattern: string, answer: object): string {
  const members = JSON.stringify(answer).slice(1);
  return `/${pattern}/s|.*"id" *: *\\([^,}]*\\).*|{"jsonrpc":"2.0","id":\\1,${members}|p`;
}
