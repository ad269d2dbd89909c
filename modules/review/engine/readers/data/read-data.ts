import { itemsOf, textOf, type DataNode } from '../../data-node.js';
import type { Prose, Reader, Reading } from '../../facts.js';
import { languageOf } from '../../files/language-of.js';
import { lineAt, type Unit } from '../../unit.js';
import type { DataDocument } from './document.js';
import {
  commandOf,
  CONTAINER,
  isArguments,
  opensWithFolder,
  triggerOf,
  type Embedded,
  type Entry,
  type ValueScope,
} from './embedded.js';
import { parseJson } from './json.js';
import { cellsOf, isNotebook } from './notebook.js';
import { parseToml } from './toml.js';
import { parseYaml } from './yaml.js';

const readerWith =
  (parse: (text: string) => DataDocument): Reader =>
  (unit) =>
    reading(unit, parse(unit.text));

export const readJson = readerWith(parseJson);
export const readYaml = readerWith(parseYaml);
export const readToml = readerWith(parseToml);

function reading(unit: Unit, document: DataDocument): Reading {
  const { root, comments, broken, unread } = document;
  const walk = new Walk(unit);
  if (isNotebook(root)) for (const cell of cellsOf(root)) walk.embed(cell);
  else walk.start(root);
  for (const { from, to } of comments) walk.comment(from, to);
  // a file with invalid syntax is read as text
  if (broken) walk.units.push({ ...unit, language: 'text' });
  const { units, prose } = walk;
  const found = { units, prose, facts: [], links: [], value: root };
  return unread === undefined ? found : { ...found, unread };
}

/** The commands that a document sets up in its front matter, such as the hooks of a skill. */
export function commandsIn(unit: Unit, root: DataNode): readonly Unit[] {
  const walk = new Walk(unit);
  walk.start(root);
  return walk.units.filter(({ language }) => language !== 'markdown');
}

/** Three words, or some of a script that has no blanks. Names, paths and numbers have fewer. */
const SENTENCE = /\S\s+\S+\s+\S|[\u3040-\u9fff\uac00-\ud7af]{6}/;
/** Blanks that are more than one space between two words. */
const BLANKS = /\s\s|[^\S ]|^\s|\s$/;
/** Keys whose object maps names to commands. */
const COMMANDS = new RegExp(`^scripts$|${CONTAINER.source}`);
const MOST_KEYS = 8;

interface Step {
  readonly node: DataNode;
  readonly key: string;
  readonly around: ValueScope;
  /** Number of the object or list that holds the node. */
  readonly holder: number;
}

/** Visits every value once, without recursion, and collects what is run and what is said. */
class Walk {
  readonly units: Unit[] = [];
  readonly prose: Prose[] = [];
  readonly #unit: Unit;
  readonly #oneLine: boolean;
  readonly #open: Step[] = [];
  #holders = 0;

  constructor(unit: Unit) {
    this.#unit = unit;
    this.#oneLine = unit.flat === true || unit.decoded.length > 0;
  }

  start(root: DataNode): void {
    const file = this.#unit.file.slice(this.#unit.file.lastIndexOf('/') + 1).toLowerCase();
    const around: ValueScope = { file, keys: [], commands: false };
    this.#open.push({ node: root, key: '', around, holder: 0 });
    for (let step = this.#open.pop(); step !== undefined; step = this.#open.pop())
      this.#visit(step);
  }

  comment(from: number, to: number): void {
    const text = this.#unit.text.slice(from, to).replace(/^(?:#+|\/\/+|\/\*+)|\*\/$/g, '');
    this.#say({ text, from, kind: 'comment', section: [], sectionId: 0 });
  }

  embed({ language, text, node, trigger }: Embedded): void {
    const block = !this.#oneLine && startsBelow(this.#unit.text, node.from);
    const line = lineAt(this.#unit, node.from);
    this.units.push({
      ...this.#unit,
      language,
      text,
      line: block ? line + 1 : line,
      flat: this.#oneLine || (!block && lineAt(this.#unit, node.to) === line),
      trigger: trigger ?? this.#unit.trigger,
    });
  }

  #visit({ node, key, around, holder }: Step): void {
    if (node.kind === 'string') this.#string({ node, key, around, holder });
    const below = ++this.#holders;
    const steps: Step[] = [];
    if (node.kind === 'object') {
      const opened = opensWithFolder(node) ? { ...around, trigger: 'task folderOpen' } : around;
      for (const entry of node.entries)
        for (const inner of this.#entry({ ...entry, parent: node }, opened))
          steps.push({ node: entry.value, key: entry.key, around: inner, holder: below });
    } else for (const item of itemsOf(node)) steps.push({ node: item, key, around, holder: below });
    for (let at = steps.length - 1; at >= 0; at--) this.#open.push(steps[at] as Step);
  }

  /** What holds for the values below the entry; nothing where it is a command and was taken whole. */
  #entry(entry: Entry, around: ValueScope): readonly ValueScope[] {
    const { key, value } = entry;
    if (value.kind === 'scalar' || isArguments(entry)) return [];
    const here = { ...around, trigger: triggerOf(around, entry) };
    const command = commandOf(entry, here);
    if (command !== undefined) {
      this.embed(command);
      return [];
    }
    const keys = around.keys.length < MOST_KEYS ? [...around.keys, key] : around.keys;
    const commands = around.commands || (COMMANDS.test(key) && value.kind === 'object');
    return [{ ...here, keys, commands }];
  }

  #string({ node, key, around, holder }: Step): void {
    const text = textOf(node) ?? '';
    if (text.includes('\n')) {
      const language = languageOf(key, text);
      this.embed({ language: language === 'text' ? 'markdown' : language, text, node });
    } else if (SENTENCE.test(text))
      this.#say({
        text,
        from: node.from,
        kind: 'value',
        section: around.keys,
        sectionId: holder,
      });
  }

  #say({ text, from, ...more }: Omit<Prose, 'at' | 'hidden'> & { readonly from: number }): void {
    // most texts are kept as they are: a copy of each would double the memory of a large file
    const said = BLANKS.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
    if (said === '') return;
    const at = { unit: this.#unit, line: lineAt(this.#unit, from), text: said };
    this.prose.push({ at, text: said, hidden: false, ...more });
  }
}

/** Whether the value begins on the line after its mark: a block of YAML, a string of TOML. */
function startsBelow(text: string, from: number): boolean {
  const mark = text.slice(from, from + 8);
  return /^(?:[|>][-+\d]*\s|"""\r?\n|\'\'\'\r?\n)/.test(mark);
}
