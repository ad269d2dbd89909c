/** Programs of Windows that fetch, decode or run what they are given. */
import { joined, literal, nothing, type Flow } from '../flow.js';
import { baseOf } from '../paths.js';
import type { Call, Handler, Session } from '../session.js';
import { decodedFlow } from './decoding.js';
import { executed } from './interpreters.js';
import { requested } from './requests.js';
import { ranFile } from './run-file.js';

const isAddress = ({ text }: Flow): boolean => /^"?(?:https?|ftp|file):|^\\\\/i.test(text);
const operands = ({ args }: Call): readonly Flow[] =>
  args.filter(({ text }) => !/^[-/][A-Za-z?]/.test(text));
const has = ({ args }: Call, option: RegExp): boolean => args.some(({ text }) => option.test(text));

const certutil: Handler = (call, session) => {
  const [from, to] = operands(call);
  if (from === undefined) return undefined;
  if (isAddress(from))
    return requested({ url: from, saves: to ?? literal(baseOf(from.text)) }, call, session);
  const encoding = has(call, /^[-/]decodehex$/i) ? 'hex' : 'base64';
  if (!has(call, /^[-/]decode/i) || to === undefined) return undefined;
  session.write(to, decodedFlow(encoding, session.read(from, call.at), call), { at: call.at });
  return nothing;
};

/** `bitsadmin /transfer name … url path`. */
const bitsadmin: Handler = (call, session) => {
  const at = call.args.findIndex(isAddress);
  const url = call.args[at];
  return url && requested({ url, saves: call.args[at + 1] }, call, session);
};

/** Programs that run what stands at an address, or a script in their arguments. */
const host: Handler = (call, session) => {
  const words = call.args.map(({ text }) => text).join(' ');
  const address = /(?:https?:\/\/|\\\\)[^\s"',)]+/i.exec(words)?.[0];
  if (address !== undefined) {
    const answer = requested({ url: literal(address) }, { ...call, captured: true }, session);
    return executed(answer, { call, language: 'text' }, session);
  }
  if (/(?:java|vb)script:/i.test(words))
    return executed(joined(call.args, ' '), { call, language: 'javascript' }, session);
  const [path] = operands(call);
  return path && session.written(path) !== undefined ? ranFile(path, call, session) : undefined;
};

/** `cmd /c …`. */
const cmd: Handler = (call, session) => {
  const at = call.args.findIndex(({ text }) => /^\/[ckr]$/i.test(text));
  if (at === -1) return undefined;
  return executed(joined(call.args.slice(at + 1), ' '), { call, language: 'shell' }, session);
};

/** Names in any case, as Windows reads them. */
export const windows: Readonly<Record<string, (call: Call, session: Session) => Flow | undefined>> =
  {
    certutil,
    bitsadmin,
    cmd,
    mshta: host,
    rundll32: host,
    regsvr32: host,
    wscript: host,
    cscript: host,
    msiexec: host,
    installutil: host,
    forfiles: host,
  };
