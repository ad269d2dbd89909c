/** The facts of each kind of effect. */
import type { Source } from '../../facts.js';
import { isInterpreter, nestedUnit, readsCode } from './commands.js';
import { addressOf, commandIn, urlsOf, writes, type EffectOf, type Emission } from './emission.js';
import { decodedBy } from './fold/decoders.js';
import { distinct, sourcesOf, textOf, UNKNOWN, valueOf, variantsOf, type Known } from './known.js';
import type { Effect, Selectors } from './tables/effect.js';

type Emitters = {
  readonly [K in Effect['does']]: (emission: Emission, effect: EffectOf<K>) => void;
};

export const EMITTERS: Emitters = {
  request: (emission, effect) => {
    const { call, args, at } = emission;
    const url = emission.first(effect.url);
    const saves = effect.saves && emission.first(effect.saves);
    const sends = distinct([
      ...emission.sources(effect.sends),
      ...sourcesOf(args.onResult(call, peersIn(effect.sends))),
      ...sourcesInUrl(url),
    ]);
    for (const one of urlsOf(args, call, effect))
      emission.found.facts.push({
        kind: 'request',
        at,
        tool: emission.program,
        url: one,
        sends,
        credentials: credentialsOf(emission, effect),
        ...(saves?.text !== undefined && { saves: valueOf(saves) }),
        shows: call.method === 'head',
        insecure:
          emission.says('verify', /false/i) ||
          emission.says('rejectUnauthorized', /false/) ||
          emission.says('ssl', /false/i),
      });
  },
  shell: (emission, effect) => {
    const command = emission.first(effect.command);
    for (const one of command ? emission.texts(command) : []) addShell(emission, one);
  },
  program: (emission, effect) => {
    const first = emission.first(effect.command);
    const shell = emission.says('shell', /true|sh\b/i);
    if (first === undefined) return;
    if (shell && !first.items) {
      const command = commandIn(emission.args, emission.call, effect);
      for (const one of variantsOf(first))
        addShell(emission, command.argv.length > 1 ? { ...one, text: command.text } : one);
    } else addProgram(emission, effect);
  },
  code: (emission, effect) => {
    const known = emission.first(effect.code);
    if (
      known === undefined ||
      (effect.onlyTexts === true && known.text === undefined && known.sources.length === 0)
    )
      return;
    if (effect.onlyTexts === true && known.dynamic && known.sources.length === 0) return;
    for (const one of emission.texts(known)) addCode(emission, { ...one, sources: known.sources });
  },
  run: (emission, effect) => {
    const path = emission.first(effect.path);
    const module = /^(import|require)$/.test(emission.program);
    if (path === undefined || (module && isOrdinary(path))) return;
    const inline = inlineCode(path, emission);
    addExecute(emission, inline ?? fetchedBy(path, emission), module ? 'code' : 'program');
    if (inline !== undefined) addNested(emission, inline);
  },
  deserialise: (emission, effect) => {
    if (effect.safe && emission.meets(effect.safe)) return;
    if (effect.only && !emission.meets(effect.only)) return;
    addExecute(emission, emission.first(effect.data) ?? UNKNOWN, 'deserialise');
  },
  native: (emission, effect) => {
    addExecute(emission, emission.first(effect.path) ?? UNKNOWN, 'native');
  },
  read: (emission, effect) => {
    for (const path of emission.variants(effect.path)) addRead(emission, path);
  },
  open: (emission, effect) => {
    const writing = writes(emission.args, emission.call, effect);
    const mode = emission.first(effect.mode)?.text ?? '';
    if (!writing) for (const path of emission.variants(effect.path)) addRead(emission, path);
    else
      addWrite(emission, {
        path: effect.path,
        append: mode.includes('a'),
        contents: emission.args.onResult(emission.call, effect.content),
        from: [],
      });
  },
  write: (emission, effect) => {
    const contents = [
      ...emission.args.every(emission.call, effect.content),
      ...emission.args.onResult(emission.call, peersIn(effect.content)),
    ];
    const from = effect.from === undefined ? [] : emission.variants(effect.from);
    addWrite(emission, { path: effect.path, append: effect.append === true, contents, from });
  },
  pipe: (emission, { from, to }) => {
    const [data, target] = [emission.first([from]), emission.first([to])];
    const made = [`${to}.new.0`];
    if (data === undefined || target?.refers === undefined) return;
    if (target.refers === 'fs.createWriteStream()')
      addWrite(emission, { path: made, append: false, contents: [data], from: [] });
    else if (target.refers.endsWith('.stdin') && readsCode(emission.first(made)))
      addExecute(emission, { dynamic: true, sources: data.sources }, 'shell');
  },
  delete: (emission, effect) => {
    const recursive = effect.recursive === true || emission.says('recursive', /true/i);
    for (const path of emission.variants(effect.path))
      emission.found.facts.push({
        kind: 'delete',
        at: emission.at,
        path: valueOf(path),
        recursive,
      });
  },
  listen: (emission, effect) => {
    const known = emission.first(effect.address);
    const address = known === undefined ? valueOf(undefined) : addressOf(known);
    emission.found.facts.push({ kind: 'listen', at: emission.at, shell: false, address });
  },
  environment: (emission, effect) => {
    const name = emission.first(effect.name);
    emission.found.facts.push({
      kind: 'environment',
      at: emission.at,
      name: name?.text !== undefined && !name.dynamic ? name.text : '*',
    });
  },
  encrypt: () => undefined,
  observe: () => undefined,
  input: () => undefined,
};

/** What is asked of calls on the object that a call makes. */
const peersIn = (selectors: Selectors = []): Selectors =>
  selectors.filter((one) => String(one).startsWith('@'));

/** Data that is part of an address: after its host, or as a label of it. */
function sourcesInUrl(url: Known | undefined): readonly Source[] {
  const text = url?.text ?? '';
  const literalHost = /^\w+:\/\/[^$/?#]+[/?#:]/.test(text);
  const label = LABEL.test(text);
  return url !== undefined && (literalHost || label) ? url.sources : [];
}

/** A name in which something stands before a domain that is known. */
const LABEL = /^(?:\w+:\/\/)?[\w.-]*\$\{[^}]*\}(?:[\w.-]|\$\{[^}]*\})*\.[a-z0-9-]+(?=$|[/:?#.])/i;

function credentialsOf(
  emission: Emission,
  { credentials = [] }: EffectOf<'request'>,
): readonly Source[] {
  return sourcesOf(credentials.flatMap((selector) => emission.first([selector]) ?? []));
}

function addRead({ found, at }: Emission, path: Known): void {
  found.facts.push({ kind: 'read', at, path: valueOf(path) });
}

interface Writing {
  readonly path: Selectors;
  readonly append: boolean;
  readonly contents: readonly Known[];
  /** Files whose contents are written. */
  readonly from: readonly Known[];
}

function addWrite(emission: Emission, { path, append, contents, from }: Writing): void {
  const files = from.map((one): Source => ({ kind: 'file', path: valueOf(one), at: emission.at }));
  const text =
    contents.length === 0
      ? undefined
      : { text: contents.map(textOf).join(''), dynamic: contents.some(({ dynamic }) => dynamic) };
  for (const one of emission.variants(path))
    emission.found.facts.push({
      kind: 'write',
      at: emission.at,
      path: valueOf(one),
      append,
      content: text ?? valueOf(undefined),
      sources: [...sourcesOf(contents), ...files],
    });
}

function addExecute(
  emission: Emission,
  known: Known,
  how: 'shell' | 'code' | 'program' | 'deserialise' | 'native',
): void {
  emission.found.facts.push({
    kind: 'execute',
    at: emission.at,
    how,
    program: emission.program,
    sources: known.sources,
    text: valueOf(known),
    disguised: known.disguised === true || emission.call.callee.disguised === true,
  });
}

function addShell(emission: Emission, command: Known): void {
  addExecute(emission, command, 'shell');
  if (command.text !== undefined && !/^\$\{[^}]*\}$/.test(command.text))
    emission.found.units.push(nestedUnit(emission.at, 'shell', command));
}

/** A program with its arguments: the shell's rules see it as a command line. */
function addProgram(emission: Emission, effect: EffectOf<'program'>): void {
  const command = commandIn(emission.args, emission.call, effect);
  const input = inputOf(emission, effect);
  const [first = UNKNOWN] = command.argv;
  const interpreter = isInterpreter(command.name);
  const sources = interpreter ? sourcesOf([...command.argv, ...input]) : first.sources;
  const { text, dynamic } = command;
  if (sources.length > 0 || !isPlainName(first))
    addExecute(emission, { ...first, text, dynamic, sources }, interpreter ? 'shell' : 'program');
  if (command.name !== '')
    emission.found.units.push(nestedUnit(emission.at, 'shell', { ...first, text }));
  if (interpreter) addScript(emission, command.name, input[0]);
}

/** What a program reads as its input. */
const inputOf = (
  { args, call }: Emission,
  { input = [] }: EffectOf<'program'>,
): readonly Known[] => [...args.every(call, input), ...args.onResult(call, peersIn(input))];

/** The name of a program on the path, as written. */
const isPlainName = ({ text, dynamic, disguised }: Known): boolean =>
  text !== undefined && !dynamic && disguised !== true && !text.includes('/');

/** What an interpreter reads as its input. */
function addScript(emission: Emission, name: string, script: Known | undefined): void {
  if (script?.text === undefined || script.dynamic) return;
  const language = name.includes('python') ? 'python' : 'shell';
  emission.found.units.push(nestedUnit(emission.at, language, script));
}

function addCode(emission: Emission, known: Known): void {
  addExecute(emission, known, 'code');
  addNested(emission, known);
}

function addNested(emission: Emission, known: Known): void {
  const { language } = emission.at.unit;
  if (known.text !== undefined && !known.dynamic && known.text.trim() !== '')
    emission.found.units.push(nestedUnit(emission.at, language, known));
}

/** A module as programs load it: by its own name or path, or by one that is chosen among the program's own. */
const isOrdinary = ({ text, sources, disguised }: Known): boolean =>
  sources.length === 0 && disguised !== true && !/^(data|https?|blob):/.test(text ?? '');

/** A module that is loaded from an address. */
function fetchedBy(path: Known, { at }: Emission): Known {
  if (!/^https?:\/\//i.test(path.text ?? '')) return path;
  return { ...path, sources: [...path.sources, { kind: 'network', url: valueOf(path), at }] };
}

/** The text of a `data:` address. */
function inlineCode(path: Known, { at }: Emission): Known | undefined {
  const [all, base64, text = ''] = /^data:[^,]*?(;base64)?,(.*)$/s.exec(path.text ?? '') ?? [];
  if (all === undefined) return undefined;
  return decodedBy(base64 === undefined ? 'percent' : 'base64', { ...path, text }, at);
}
