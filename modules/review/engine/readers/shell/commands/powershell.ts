/** PowerShell as other shells start it. */
import { joined, type Flow } from '../flow.js';
import type { Call, Handler, Session } from '../session.js';
import { executed } from './interpreters.js';
import { ranFile } from './run-file.js';

/** Options that take a value, without the dash, by their shortest form. */
const VALUED = /^-(?:ex\w*|ep|w\w*|v\w*|ou\w*|inp\w*|config\w*|ps\w*|settings\w*)$/i;

/** `powershell` and `pwsh` with a command, an encoded command or a file. */
export const powershell: Handler = (call, session) => {
  const { args } = call;
  for (let index = 0; index < args.length; index++) {
    const { text } = args[index] as Flow;
    if (!text.startsWith('-')) return positional(args.slice(index), call, session);
    const run = RUNS.find(([pattern]) => pattern.test(text))?.[1];
    const rest = args.slice(index + 1);
    if (run !== undefined && rest.length > 0) return run(rest, call, session);
    if (VALUED.test(text)) index++;
  }
  return call.input === undefined ? undefined : code(call.input, call, session);
};

type Run = (rest: readonly Flow[], call: Call, session: Session) => Flow;

const RUNS: readonly (readonly [RegExp, Run])[] = [
  [/^-(?:e|ec|en\w*)$/i, ([value], call, session) => encoded(value as Flow, call, session)],
  [/^-(?:c|comm\w*)$/i, (rest, call, session) => code(joined(rest, ' '), call, session)],
  [/^-f\w*$/i, ([path], call, session) => ranFile(path as Flow, call, session)],
];

function positional(words: readonly Flow[], call: Call, session: Session): Flow {
  const [first] = words as [Flow];
  return /\.ps1$/i.test(first.text)
    ? ranFile(first, call, session)
    : code(joined(words, ' '), call, session);
}

const code = (text: Flow, call: Call, session: Session): Flow =>
  executed(text, { call, language: 'powershell' }, session);

/** Base64 of UTF-16. */
function encoded(value: Flow, call: Call, session: Session): Flow {
  const text = value.dynamic ? undefined : Buffer.from(value.text, 'base64').toString('utf16le');
  const step = { kind: 'decoded', encoding: 'base64', at: call.at } as const;
  const sources = [...value.sources, text === undefined ? step : { ...step, text }];
  const flow = { text: text ?? value.text, dynamic: text === undefined, sources, disguised: true };
  return code(flow, call, session);
}
