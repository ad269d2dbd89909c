import { ownValue } from '../../../../../toolbox/own-value.js';
/** What calls yield. */
import { namedIn } from './callers.js';
import type { Call, Environment, Evaluator } from './evaluate.js';
import { MOST_ITEMS } from './limits.js';
import type { FoldCall } from './fold/fold.js';
import { characters, itemsOf } from './fold/texts.js';
import {
  fromSources,
  literal,
  MOST_ALTERNATIVES,
  oneOf,
  sourcesOf,
  UNKNOWN,
  type Known,
} from './known.js';
import { LONGEST_NAME, memberOf } from './members.js';
import { NONE, type NodeId } from './syntax-tree.js';

/** Functions whose results say nothing of their arguments. */
const QUIET = new Set(
  (
    'len isinstance exists isfile isdir is_file is_dir bool existsSync print log info debug ' +
    'startsWith startswith endswith endsWith includes stat statSync'
  ).split(' '),
);

/** The result: of what reads code by its name, of the tables, of what can be computed, of this file's functions, or of the arguments. */
export function resultOf(call: Call, evaluator: Evaluator, environment?: Environment): Known {
  const args = (): Known[] => call.args.map((arg) => evaluator.evaluate(arg, environment));
  const found = named(call, evaluator, args) ?? brought(call, evaluator);
  if (found !== undefined) return found;
  const folded = fold(call, evaluator, environment);
  if (folded !== undefined) return folded;
  const { local } = call.callee;
  return local === undefined
    ? ofArguments(call, evaluator, environment)
    : ofFunction(call, evaluator, { local, args: args() });
}

/** The name of what a call makes. */
const madeBy = ({ name }: Call): Pick<Known, 'refers'> =>
  name === undefined || name.length > LONGEST_NAME ? {} : { refers: `${name}()` };

function brought(call: Call, evaluator: Evaluator): Known | undefined {
  const known = evaluator.outcome(call, evaluator);
  return known && { ...known, origin: call.node, ...madeBy(call) };
}

type Named = (call: Call, evaluator: Evaluator, args: () => readonly Known[]) => Known | undefined;

const nameTable: Named = ({ args: nodes }, _, args) => ({
  ...UNKNOWN,
  refers: nodes.length === 0 ? 'globals()' : (args()[0]?.refers ?? ''),
});

const attribute: Named = (call, evaluator, args) => {
  const [object = UNKNOWN, key] = args();
  if (key?.text === undefined || key.dynamic) return undefined;
  const found = memberOf(evaluator, object, { name: key.text, node: call.node });
  return key.folded === true ? { ...found, disguised: true } : found;
};

const module: Named = ({ node, callee }, evaluator, args) => {
  const [known] = args();
  if (known?.text === undefined || known.dynamic) return undefined;
  const found = evaluator.global(evaluator.program.adapter.normal(known.text), node);
  const hidden = known.folded === true || callee.disguised === true;
  return hidden ? { ...found, disguised: true } : found;
};

const sameAsFirst: Named = (_, __, args) => args()[0] ?? UNKNOWN;

/** What a promise is resolved with. */
const promised: Named = (_, evaluator, args) => {
  const local = args()[0]?.local;
  const given = local === undefined ? [] : evaluator.callers.invocations(local, 0);
  const values = given.map(([value = NONE]) => evaluator.evaluate(value));
  return values.length === 0 ? undefined : oneOf(values, 'value');
};

/** Functions that yield a module, a function by its name, or the same function again. */
const BY_NAME = new Map<string, Named>(
  Object.entries({
    __import__: module,
    'importlib.import_module': module,
    'importlib.__import__': module,
    require: module,
    import: module,
    getattr: attribute,
    'operator.attrgetter': attribute,
    vars: nameTable,
    globals: nameTable,
    locals: nameTable,
    Promise: promised,
    'functools.partial': sameAsFirst,
    'util.promisify': sameAsFirst,
  }),
);

const named: Named = (call, evaluator, args) =>
  call.name === undefined ? undefined : BY_NAME.get(call.name)?.(call, evaluator, args);

function fold(call: Call, evaluator: Evaluator, environment?: Environment): Known | undefined {
  const { functions, methods } = evaluator.library;
  const byName = call.name === undefined ? undefined : ownValue(functions, call.name);
  const folded = (byName ?? ownValue(methods, call.method))?.(
    foldCall(call, evaluator, environment),
  );
  if (folded === undefined) return mapped(call, evaluator, environment);
  // an object that reads as a text, such as a request as its address, is known by its call as well
  const { refers } = madeBy(call);
  return refers !== undefined && folded.refers === refers
    ? { ...folded, origin: call.node }
    : folded;
}

function foldCall(call: Call, evaluator: Evaluator, environment?: Environment): FoldCall {
  return {
    self: call.self,
    args: call.args.map((arg) => evaluator.evaluate(arg, environment)),
    named: (name) => {
      const value = namedIn(call.named, name);
      return value === undefined ? undefined : evaluator.evaluate(value, environment);
    },
    at: evaluator.at(call.node),
  };
}

/** `map(f, list)` and `list.map(f)`. */
function mapped(call: Call, evaluator: Evaluator, environment?: Environment): Known | undefined {
  if (call.method !== 'map') return undefined;
  const known = call.args.map((arg) => evaluator.evaluate(arg, environment));
  const [callback = UNKNOWN, list = UNKNOWN] = call.name === 'map' ? known : [known[0], call.self];
  const items = itemsOf(list);
  const apply = items && items.length <= MOST_ITEMS ? applied(callback, evaluator) : undefined;
  const results = apply && items?.map(apply);
  return results && { dynamic: true, sources: sourcesOf([list, ...results]), items: results };
}

type Apply = (item: Known, index: number) => Known;

function applied({ refers, local }: Known, evaluator: Evaluator): Apply | undefined {
  if (refers === 'chr' || refers === 'String.fromCharCode')
    return (item) => characters([item]) ?? UNKNOWN;
  if (local === undefined) return undefined;
  return (item, index) => answer(evaluator, { local, args: [item, literal(String(index))] });
}

interface Application {
  /** A function or class of this file. */
  readonly local: NodeId;
  readonly args: readonly Known[];
}

function ofFunction(call: Call, evaluator: Evaluator, application: Application): Known {
  const { local, args } = application;
  if (evaluator.program.scopeOfFunction(local) !== undefined) return answer(evaluator, application);
  return { dynamic: true, sources: sourcesOf(args), origin: call.node, refers: `class ${local}()` };
}

/** What a function answers: with these arguments where they say more than all of its calls together. */
function answer(evaluator: Evaluator, { local, args }: Application): Known {
  const scope = evaluator.program.scopeOfFunction(local);
  if (scope === undefined) return UNKNOWN;
  const returned = scope.returned.slice(0, MOST_ALTERNATIVES);
  const environment = new Map<string, Known>();
  for (const parameter of scope.parameters.values()) {
    const arg = args[parameter.index];
    if (arg !== undefined && parameter.take.length === 0) environment.set(parameter.name, arg);
  }
  const known = args.some(({ text, items }) => text !== undefined || items !== undefined);
  const alone = known && returned.length === 1 && environment.size > 0;
  const results = evaluator.once(alone ? local : NONE, (first) =>
    returned.map((value) => evaluator.evaluate(value, first ? environment : undefined)),
  );
  return oneOf(results, 'result');
}

/** Of other functions: where their arguments come from. */
function ofArguments(call: Call, evaluator: Evaluator, environment?: Environment): Known {
  const args = [...call.args, ...call.named.map(({ value }) => value)].map((arg) =>
    answered(arg, evaluator, environment),
  );
  return {
    dynamic: true,
    sources: QUIET.has(call.method) ? [] : sourcesOf([call.callee, call.self, ...args]),
    origin: call.node,
    ...madeBy(call),
  };
}

/** An argument; of a function that is one, what it answers. */
function answered(node: NodeId, evaluator: Evaluator, environment?: Environment): Known {
  const known = evaluator.evaluate(node, environment);
  const scope = known.local === node ? evaluator.program.scopeOfFunction(node) : undefined;
  if (scope === undefined) return known;
  return fromSources(sourcesOf(scope.returned.map((value) => evaluator.evaluate(value))));
}
