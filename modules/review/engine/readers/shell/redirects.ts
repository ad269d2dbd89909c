/** Redirections of a command: what it reads, and where its output goes. */
import type { HereDoc, Redirect, Redirection } from 'unbash';
import type { At } from '../../unit.js';
import { literal, unknown, type Flow } from './flow.js';
import { plain, type Session } from './session.js';
import type { Words } from './words.js';

interface RedirectScope {
  readonly session: Session;
  readonly at: At;
  readonly words: Words;
  /** The line of a position of the text. */
  readonly line: (position: number) => number;
}

const SOCKET = /^\/dev\/(tcp|udp)\/([^/]+)\/(.+)$/;
const NO_FILE = /^(?:\/dev\/(?:null|stdout|stderr|stdin|tty|fd\/\d)|&?\d|-)$/;
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh']);

/** A file as input; that of a process substitution is only what the process puts out. */
function read(session: Session, path: Flow, at: At): Flow {
  return path.text.startsWith('/dev/fd/') ? session.contentOf(path, at) : session.read(path, at);
}

interface Target {
  readonly path: Flow;
  readonly append: boolean;
}

/** Descriptors of process substitutions; those of one digit are opened by programs. */
export const FIRST_FILE = 63;

export class Redirects {
  /** Standard input, if it is redirected. */
  readonly input: Flow | undefined;
  readonly #targets: Target[] = [];
  readonly #sockets: Flow[] = [];

  constructor(
    nodes: readonly Redirection[],
    private readonly scope: RedirectScope,
  ) {
    let input: Flow | undefined;
    for (const node of nodes) input = this.#one(node) ?? input;
    this.input = input;
  }

  /** The file that standard output goes to. */
  get saves(): Flow | undefined {
    return this.#targets[0]?.path;
  }

  /** Writes what the command put out. */
  finish(output: Flow, program: string): void {
    const { session, at } = this.scope;
    for (const { path, append } of this.#targets) session.write(path, output, { at, append });
    for (const url of this.#sockets) this.#connect(url, output, program);
  }

  #one(node: Redirection): Flow | undefined {
    if (node.type === 'HereString')
      return node.target === undefined ? undefined : this.scope.words.word(node.target);
    if (node.type === 'HereDoc') return this.#document(node);
    return this.#file(node);
  }

  #document({ body, delimiter }: HereDoc): Flow {
    const { words, line } = this.scope;
    const { parts, text } = body;
    const flow =
      delimiter?.quoted === true || parts === undefined ? literal(text) : words.text(parts);
    return { ...flow, line: line(body.pos) };
  }

  #file({ operator, target, descriptor }: Redirect): Flow | undefined {
    if (target === undefined) return undefined;
    const { session, words, at } = this.scope;
    const path = words.word(target);
    const socket = SOCKET.exec(path.text);
    if (socket !== null) return this.#socket(socket, path, descriptor);
    const opened = session.descriptors.get(path.text);
    if (opened !== undefined) return this.#opened(operator, opened);
    if (NO_FILE.test(path.text)) return undefined;
    if (operator === '<' || operator === '<>') return read(session, path, at);
    this.#output({ path, append: operator.endsWith('>>') }, descriptor);
    return undefined;
  }

  #output(target: Target, descriptor: Redirect['descriptor']): void {
    const { session, at } = this.scope;
    const number = descriptor?.type === 'FileDescriptor' ? descriptor.value : 1;
    if (number === 1) this.#targets.push(target);
    // what goes to standard error is no content
    else if (number === 2)
      session.write(target.path, unknown('errors'), { at, append: target.append });
  }

  #socket(
    [, protocol = 'tcp', host = '', port = '']: RegExpExecArray,
    path: Flow,
    descriptor: Redirect['descriptor'],
  ): Flow {
    const { session, at } = this.scope;
    const url = { ...path, text: `${protocol}://${host}:${port}` };
    const flow = unknown('answer', [{ kind: 'network', url: plain(url), at }]);
    const number = descriptor?.type === 'FileDescriptor' ? String(descriptor.value) : undefined;
    if (number !== undefined && number !== '0' && number !== '1')
      session.descriptors.set(number, { ...flow, text: url.text });
    this.#sockets.push(url);
    return flow;
  }

  #opened(operator: string, opened: Flow): Flow | undefined {
    if (operator.startsWith('<')) return unknown('answer', opened.sources);
    this.#sockets.push(opened);
    return undefined;
  }

  #connect(url: Flow, output: Flow, program: string): void {
    const { session, at } = this.scope;
    const network = { kind: 'network', url: plain(url), at } as const;
    session.add('request', at, {
      tool: '/dev/tcp',
      url: plain(url),
      sends: output.sources.filter((source) => source.kind !== 'network'),
      credentials: [],
      shows: false,
      insecure: false,
    });
    if (!SHELLS.has(program)) return;
    session.add('listen', at, { shell: true, address: plain(url) });
    session.add('execute', at, {
      how: 'shell',
      program,
      sources: [network],
      text: { text: '', dynamic: true },
      disguised: false,
    });
  }
}
