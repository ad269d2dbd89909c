/** What a program gives to functions of other programs. */
import type { Given, Handed, Source } from '../../facts.js';
import { isTold, loadedName, merged } from '../../linked-programs.js';
import type { Evaluator } from './evaluate.js';
import type { NodeId } from './syntax-tree.js';

/** Functions that one program hands something to, at most. */
const MOST_FUNCTIONS = 500;

/** Sources of the arguments of all calls of functions that are neither the program's own nor known from a library. */
export function handedOf(evaluator: Evaluator): Handed {
  const handed = new Map<string, Given>();
  for (const node of evaluator.program.calls) {
    const given = givenBy(node, evaluator);
    if (given === undefined) continue;
    handed.set(given.name, merged(handed.get(given.name), given.given));
    if (handed.size >= MOST_FUNCTIONS) break;
  }
  return handed;
}

interface Call {
  readonly name: string;
  readonly given: Given;
}

function givenBy(node: NodeId, evaluator: Evaluator): Call | undefined {
  const parts = evaluator.callParts(node);
  if (parts === undefined || parts.args.length + parts.named.length === 0) return undefined;
  const { name, callee } = evaluator.call(node, parts);
  if (name === undefined || callee.local !== undefined || evaluator.knows(name)) return undefined;
  const all: [number | string, readonly Source[]][] = [
    ...parts.args.map((arg, at) => [at, toldBy(arg, evaluator)] as [number, readonly Source[]]),
    ...parts.named.map(
      ({ key, value }) => [key, toldBy(value, evaluator)] as [string, readonly Source[]],
    ),
  ];
  const given = new Map(all.filter(([, sources]) => sources.length > 0));
  return given.size === 0 ? undefined : { name: loadedName(withoutObject(name)), given };
}

/** A method of an object that another program makes: `api.Client().send` as `api.send`. */
const withoutObject = (name: string): string => name.replaceAll(/\.\w{1,100}\(\)(?=\.)/g, '');

const toldBy = (arg: NodeId, evaluator: Evaluator): readonly Source[] =>
  evaluator.evaluate(arg).sources.filter(isTold);
