import type { TextPosition } from '../../../../toolbox/text-position.js';
import { checkDocument, type CheckedDocument } from '../check/check-document.js';
import { readDocument, type Format } from '../document/read-document.js';
import { FIELDS, SECTIONS } from '../fields/index.js';
import { fieldTree } from '../fields/field-tree.js';
import type { Mistake, Path } from '../problem.js';
import type { Configuration, Source } from '../resolve/configuration.js';
import { resolve } from '../resolve/resolve.js';
import { withNamesInDns } from '../resolve/names-in-dns.js';
import { withKey } from '../resolve/with-key.js';
import { gitBranch } from '../source/git-branch.js';
import { KeyMistake, readKey, type SessionKey } from '../source/session-key.js';
import { renderTemplate, TemplateError, type RenderedText } from '../template/render-template.js';
import { verify, type Finding } from '../verify/verify.js';
import { LinePositions } from './line-positions.js';
import {
  findingProblem,
  inFileOrder,
  problemOf,
  type Positions,
  type Problem,
} from './problem-at.js';

/** A configuration file as written. */
export interface SourceText {
  /** As people named it. */
  readonly name: string;
  readonly text: string;
  readonly format: Format;
}

/** What a configuration is made from. */
export interface Inputs {
  /** Without one the configuration has no file. */
  readonly source?: SourceText | undefined;
  /** Properties of `SessionFlags`. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that the program was started in, for the branch. */
  readonly cwd: string;
  /** False where something else may still choose the target. */
  readonly final: boolean;
}

export interface Loaded {
  readonly configuration: Configuration;
  /** All of them; with an error the configuration is not to be used. */
  readonly problems: readonly Problem[];
}

/** Reads, renders, checks and resolves a configuration. Mistakes of its author are in the answer, and never thrown. */
export async function loadConfiguration(inputs: Inputs): Promise<Loaded> {
  return new Loading(inputs).load();
}

const NO_FILE: SourceText = { name: '', text: '', format: 'json' };
const NOTHING: CheckedDocument = { values: new Map(), broken: new Set(), mistakes: [] };
const TREE = fieldTree(SECTIONS, FIELDS);

class Loading implements Positions {
  readonly #problems: Problem[] = [];
  readonly #source: SourceText;
  readonly #lines: LinePositions;
  #rendered: RenderedText;
  #branch: Promise<string | undefined> | undefined;

  constructor(private readonly inputs: Inputs) {
    this.#source = inputs.source ?? NO_FILE;
    this.#lines = new LinePositions(this.#source.text);
    this.#rendered = { text: this.#source.text, sourceOffset: (offset) => offset };
  }

  get file(): string {
    return this.#source.name;
  }

  at(offset: number): TextPosition {
    return this.#lines.at(this.#rendered.sourceOffset(offset));
  }

  async load(): Promise<Loaded> {
    const key = await this.#key();
    const isRendered = key !== undefined && (await this.#render(key));
    const document = isRendered ? await this.#document() : undefined;
    const { flags, env } = this.inputs;
    const resolved = await resolve(FIELDS, {
      flags,
      env,
      document: document ?? NOTHING,
      sourceAt: (offset, path) => this.#sourceOf(this.at(offset), path),
    });
    for (const { field, message, hint } of resolved.problems)
      this.#problems.push({ severity: 'error', field, message, ...(hint && { hint }) });
    const keyed =
      key === undefined
        ? resolved.configuration
        : withKey(resolved.configuration, key, (offset) =>
            this.#sourceOf(this.#lines.at(offset), ['key']),
          );
    const { configuration, warning } = withNamesInDns(keyed);
    if (document !== undefined) this.#verify(configuration, warning === undefined ? [] : [warning]);
    return { configuration, problems: inFileOrder(this.#problems) };
  }

  #sourceOf(position: TextPosition, path: Path): Source {
    return { kind: 'file', file: this.file, ...position, path };
  }

  /** Nothing when the key is wrong: what depends on it cannot be rendered then. */
  async #key(): Promise<SessionKey | undefined> {
    const { flags, env } = this.inputs;
    const { text, format } = this.#source;
    try {
      const key = await readKey({
        text,
        format,
        flag: flags['key'] as string | undefined,
        env,
        branch: () => this.#gitBranch(),
        render: async (source, variables) =>
          (await renderTemplate(source, { variables, env })).text,
      });
      if (key.warning !== undefined) this.#add(key.warning);
      return key;
    } catch (error) {
      if (!(error instanceof KeyMistake)) throw error;
      this.#add(error.mistake);
      return undefined;
    }
  }

  /** False when the template has a mistake: nothing else can be checked then. */
  async #render(key: SessionKey): Promise<boolean> {
    const { text } = this.#source;
    const branch = text.includes('git_branch') ? await this.#gitBranch() : undefined;
    const variables = new Map([['key', key.value]]);
    if (branch !== undefined) variables.set('git_branch', branch);
    try {
      this.#rendered = await renderTemplate(text, { variables, env: this.inputs.env });
      return true;
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      this.#add({ path: [], at: error.at, message: error.message, hint: error.hint });
      return false;
    }
  }

  /** The document; nothing when it is too broken for the rules across fields. */
  async #document(): Promise<CheckedDocument | undefined> {
    const { root, mistakes, usable } = await readDocument(this.#rendered.text, this.#source.format);
    const checked = usable && root?.kind === 'object' ? await checkDocument(root, TREE) : undefined;
    const offsets = new Set(mistakes.map(({ at }) => at));
    const others = checked?.mistakes.filter(({ at }) => !offsets.has(at)) ?? [];
    const all = [...mistakes, ...others].sort((a, b) => a.at - b.at);
    for (const mistake of all) this.#add(mistake);
    return checked;
  }

  #verify(configuration: Configuration, more: readonly Finding[]): void {
    const { final } = this.inputs;
    for (const finding of [...verify(configuration, { final }), ...more])
      this.#problems.push(findingProblem(finding, configuration));
  }

  #add(mistake: Mistake): void {
    this.#problems.push(problemOf(mistake, this));
  }

  #gitBranch(): Promise<string | undefined> {
    return (this.#branch ??= gitBranch(this.inputs.cwd, this.inputs.env));
  }
}
