/** Programs that wait for connections. */
import { literal, unknown } from '../flow.js';
import { plain, type Handler } from '../session.js';

const mkfifo: Handler = ({ args, at }, session) => {
  const path = args.at(-1);
  // what is read from a pipe is what somebody will write into it: a shell behind one is bound to a connection
  if (path === undefined) return undefined;
  session.store(path, unknown('pipe', [{ kind: 'input', at }]));
  session.pipes.add(session.path(path).text);
  return undefined;
};

const server: Handler = ({ args, name, at }, session) => {
  const port = args.find(({ text }) => /^\d{2,5}$/.test(text)) ?? literal(name);
  session.add('listen', at, { shell: false, address: plain(port) });
  return undefined;
};

export const listeners: Readonly<Record<string, Handler>> = {
  mkfifo,
  'http-server': server,
  sshd: server,
  ttyd: server,
  gotty: server,
};
