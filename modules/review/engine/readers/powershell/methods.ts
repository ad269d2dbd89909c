/** Methods of objects and types that fetch, run, read or write. */
import { ownValue } from '../../../../../toolbox/own-value.js';
import type { At } from '../../unit.js';
import { executed } from '../shell/commands/interpreters.js';
import { ranFile } from '../shell/commands/run-file.js';
import { requested } from '../shell/commands/requests.js';
import { everything } from '../shell/commands/variables.js';
import { disguise, joined, literal, nothing, union, unknown, type Flow } from '../shell/flow.js';
import { plain, type Call, type Session } from '../shell/session.js';
import { textMethod, type Values } from './operators.js';

/** A method that is called. */
export interface MethodCall {
  /** The type of a static method. */
  readonly type: string | undefined;
  readonly name: string;
  readonly receiver: Values;
  readonly args: Values;
  readonly at: At;
}

type Method = (args: Values, call: Call, session: Session) => Flow | undefined;

/** A call of a method as the call of a command of that name. */
export const callOf = (name: string, args: Values, at: At): Call => ({
  name,
  args,
  at,
  input: undefined,
  sets: [],
  elevated: false,
  saves: undefined,
  next: [],
  captured: true,
});

const download: Method = ([url], call, session) => url && requested({ url }, call, session);

const upload: Method = ([url, ...data], call, session) =>
  url && requested({ url, sends: union(data.map(({ sources }) => sources)) }, call, session);

const run: Method = ([text], call, session) =>
  text && executed(text, { call, language: 'powershell' }, session);

const read: Method = ([path], { at }, session) => path && session.read(path, at);

const write =
  (append: boolean): Method =>
  ([path, content = nothing], { at }, session) => {
    if (path !== undefined) session.write(path, content, { at, append });
    return nothing;
  };

/** Bytes of base64 as text, of whichever width. */
export function fromBase64(value: Flow, at: At): Flow {
  const step = { kind: 'decoded', encoding: 'base64', at } as const;
  if (value.dynamic) return disguise(unknown('decoded', [...value.sources, step]));
  const bytes = Buffer.from(value.text, 'base64');
  const text =
    bytes.length > 1 && bytes[1] === 0 ? bytes.toString('utf16le') : bytes.toString('utf8');
  return { text, dynamic: false, sources: [...value.sources, { ...step, text }], disguised: true };
}

const METHODS: Readonly<Record<string, Method>> = {
  downloadstring: download,
  downloaddata: download,
  downloadstringtaskasync: download,
  getstringasync: download,
  getbytearrayasync: download,
  getasync: download,
  openread: download,
  downloadfile: ([url, saves], call, session) => url && requested({ url, saves }, call, session),
  downloadfileasync: ([url, saves], call, session) =>
    url && requested({ url, saves }, call, session),
  uploadstring: upload,
  uploaddata: upload,
  uploadvalues: upload,
  postasync: upload,
  putasync: upload,
  uploadfile: ([url, ...rest], call, session) => {
    const path = rest.at(-1);
    return (
      url && path && requested({ url, sends: session.read(path, call.at).sources }, call, session)
    );
  },
  frombase64string: ([value], { at }) => value && fromBase64(value, at),
  getstring: ([bytes]) => bytes,
  getbytes: ([text]) => text,
  invokescript: run,
  newscriptblock: run,
  create: run,
  invokeexpression: run,
  readalltext: read,
  readallbytes: read,
  readalllines: read,
  writealltext: write(false),
  writeallbytes: write(false),
  appendalltext: write(true),
  delete: ([path], { at }, session) => {
    if (path !== undefined)
      session.add('delete', at, { path: plain(session.path(path)), recursive: true });
    return nothing;
  },
  getenvironmentvariable: ([name], { at }, session) => {
    if (name === undefined) return undefined;
    session.add('environment', at, { name: name.text });
    return unknown(name.text, [{ kind: 'environment', name: name.text, at }]);
  },
  getenvironmentvariables: (_args, call, session) => everything(call, session),
  start: ([path, ...args], call, session) => path && started(path, args, { call, session }),
  shellexecute: ([path, ...args], call, session) => path && started(path, args, { call, session }),
  run: ([path, ...args], call, session) => path && started(path, args, { call, session }),
  exec: ([path, ...args], call, session) => path && started(path, args, { call, session }),
  load: ([bytes], call, session) => bytes && native(bytes, call, session),
  loadfrom: ([bytes], call, session) => bytes && native(bytes, call, session),
  loadfile: ([bytes], call, session) => bytes && native(bytes, call, session),
};

function native(bytes: Flow, { at, name }: Call, session: Session): Flow {
  const { sources, disguised } = bytes;
  session.add('execute', at, {
    how: 'native',
    program: name,
    sources,
    text: plain(bytes),
    disguised,
  });
  return unknown('assembly', sources);
}

/** A program with its arguments in one text or many. */
export function started(
  path: Flow,
  args: Values,
  { call, session }: { call: Call; session: Session },
): Flow {
  const [name = '', ...words] = path.text.includes('\\') ? [path.text] : path.text.split(/\s+/);
  const given = args.flatMap((arg) => arg.text.split(/\s+/).map((text) => ({ ...arg, text })));
  const program = name.replace(/^.*[\\/]/, '').replace(/\.exe$/i, '');
  if (session.stored(path)) return ranFile(path, call, session);
  return session.dispatch({ ...call, name: program, args: [...words.map(literal), ...given] });
}

/** Types whose `Create` makes a program of a text; all others make objects. */
const CREATES_CODE = /scriptblock$/i;

export function method(called: MethodCall, session: Session): Values {
  const { type, name, receiver, args, at } = called;
  const key = name.toLowerCase();
  if (type !== undefined) return staticMethod(type, key, { called, session });
  const changed = textMethod(key, receiver, args);
  if (changed !== undefined) return changed;
  return [ownValue(METHODS, key)?.(args, callOf(name, args, at), session) ?? unknownResult(called)];
}

function staticMethod(
  type: string,
  key: string,
  { called, session }: { called: MethodCall; session: Session },
): Values {
  const { name, args, at } = called;
  if (/^(?:system\.)?string$/i.test(type)) return stringMethod(key, args);
  const known = key === 'create' && !CREATES_CODE.test(type) ? download : ownValue(METHODS, key);
  return [known?.(args, callOf(`${type}::${name}`, args, at), session) ?? unknownResult(called)];
}

const unknownResult = ({ name, receiver, args }: MethodCall): Flow =>
  unknown(name, union([...receiver, ...args].map(({ sources }) => sources)));

function stringMethod(name: string, args: Values): Values {
  const [separator = literal(''), ...rest] = args;
  if (name === 'join') return [disguise(joined(rest, separator.text))];
  if (name === 'concat') return [disguise(joined(args))];
  return [unknown(name, union(args.map(({ sources }) => sources)))];
}
