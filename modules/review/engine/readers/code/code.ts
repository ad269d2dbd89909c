/** The reader of Python, JavaScript and TypeScript. */
import type { Fact, Reader, Reading } from '../../facts.js';
import type { Unit } from '../../unit.js';
import { answersOf } from './answers.js';
import { Effects } from './effects.js';
import type { Found } from './emission.js';
import { environmentFacts } from './environment-facts.js';
import { Evaluator, type Library } from './evaluate.js';
import { handedOf } from './handed.js';
import type { LanguageAdapter } from './expression.js';
import { withStagedFiles } from './staged-files.js';
import { parse, type CodeLanguage } from './grammars.js';
import { javaScriptLibrary } from './javascript/library.js';
import { javaScript } from './javascript/syntax.js';
import { Program } from './program.js';
import { proseOf } from './prose.js';
import { pythonLibrary } from './python/library.js';
import { python } from './python/syntax.js';
import { JAVASCRIPT_EFFECTS } from './tables/javascript.js';
import { PYTHON_EFFECTS } from './tables/python.js';

interface Setup {
  readonly adapter: LanguageAdapter;
  readonly library: Library;
  readonly effects: Effects;
}

const pythonSetup: Setup = {
  adapter: python,
  library: pythonLibrary,
  effects: new Effects(PYTHON_EFFECTS),
};
const javaScriptSetup: Setup = {
  adapter: javaScript,
  library: javaScriptLibrary,
  effects: new Effects(JAVASCRIPT_EFFECTS),
};

/** Reads a program: what it does, what it says, and the commands and code in its texts. */
export const readCode: Reader = async (unit): Promise<Reading> => {
  const tree = await parse(unit.language as CodeLanguage, unit.text);
  const { adapter, library, effects } = unit.language === 'python' ? pythonSetup : javaScriptSetup;
  const program = new Program(tree, adapter);
  const evaluator = new Evaluator(unit, program, library, effects.outcome, effects.knows);
  const found: Found = { facts: [...environmentFacts(evaluator)], units: [] };
  for (const node of program.calls) addCall(node, evaluator, { effects, found });
  return {
    units: withoutRepetitions(found.units),
    facts: withStagedFiles(found.facts).sort(byLine),
    prose: proseOf(unit, program),
    links: [],
    ...(evaluator.unread !== undefined && { unread: evaluator.unread }),
    // last: what is not known of a value that nothing uses is no gap
    answers: answersOf(evaluator),
    handed: handedOf(evaluator),
  };
};

function addCall(
  node: number,
  evaluator: Evaluator,
  { effects, found }: { readonly effects: Effects; readonly found: Found },
): void {
  const { adapter, tree } = evaluator.program;
  const expression = adapter.expression(tree, node);
  if (expression.kind === 'call') effects.add(evaluator.call(node, expression), evaluator, found);
}

/** A command in a loop or behind a parameter is found at each of its calls. */
function withoutRepetitions(units: readonly Unit[]): readonly Unit[] {
  const seen = new Map<string, Unit>();
  for (const unit of units) {
    const key = `${unit.language} ${unit.line} ${unit.text}`;
    if (!seen.has(key)) seen.set(key, unit);
  }
  return [...seen.values()];
}

const byLine = (one: Fact, other: Fact): number => one.at.line - other.at.line;
