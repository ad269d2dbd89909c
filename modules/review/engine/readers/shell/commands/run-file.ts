/** Files that are run. */
import { literal, unknown, type Flow } from '../flow.js';
import { requested } from './requests.js';
import { plain, type Call, type Handler, type Session } from '../session.js';

/** Records that a file is run; what the program wrote into it counts as what is run. */
export function ranFile(path: Flow, call: Call, session: Session): Flow {
  const content = session.written(path) ?? fetched(path, call, session) ?? path;
  const { sources } = content;
  session.add('execute', call.at, {
    how: 'program',
    program: call.name,
    sources,
    text: plain(session.path(path)),
    disguised: path.disguised || content.disguised,
  });
  return unknown(call.name, sources);
}

/** What an interpreter that loads programs from the network is given. */
function fetched(path: Flow, call: Call, session: Session): Flow | undefined {
  return /^https?:\/\//.test(path.text) ? requested({ url: path }, call, session) : undefined;
}

/** A program that is named by its path, or one that the program itself put where programs are found. */
export const runProgram: Handler = (call, session) => {
  if (isPath(call.name)) return ranFile(literal(call.name), call, session);
  const path = ['', ...PROGRAMS].map((folder) => literal(`${folder}${call.name}`));
  const own = path.find((one) => session.stored(one));
  return own === undefined ? undefined : ranFile(own, call, session);
};

const PROGRAMS = ['/usr/local/bin/', '/usr/bin/', '~/.local/bin/', '~/bin/'];

/** Whether a name is looked up in a folder and not among the commands. */
export const isPath = (name: string): boolean => /^(?:\.{0,2}\/|~|\$\{\w+\}\/)|\w\//.test(name);
