import { posix } from 'node:path';
import type { Sandbox } from '../../../sandbox/contract/index.js';
import { withoutExcused } from '../../isolation/excused.js';
import { tracesOf, type Traces } from '../../isolation/traces.js';
import { searchPlace, type Found } from './inside/search-place.js';
import type { CellInputs } from './cell-inputs.js';

/** Files and variables that evidence names. */
const MOST_EVIDENCE = 20;

/** What would show that the agent of a baseline has seen the context. */
export class IsolationCheck {
  #traces: Traces;

  constructor(
    private readonly sandbox: Sandbox,
    private readonly folder: string,
    private readonly inputs: Pick<CellInputs, 'context' | 'bundled' | 'variables'>,
  ) {
    this.#traces = tracesOf(inputs.context, inputs.bundled.scenario.task);
  }

  get traces(): Traces {
    return this.#traces;
  }

  /** Before scripts have run: what fixtures happen to say too shows nothing. */
  async afterFixtures(): Promise<void> {
    if (this.#isEmpty) return;
    const found = await searchPlace(this.sandbox, this.#traces, [this.folder]);
    this.#traces = withoutExcused(this.#traces, found);
  }

  /** Searches everything that the agent is going to see. Answers where the context is: lines for people. */
  async beforeAgent(): Promise<readonly string[]> {
    if (this.#isEmpty) return [];
    // the home and the folder for temporary files are beside the work folder
    const everything = posix.dirname(this.sandbox.folder);
    const found = await searchPlace(this.sandbox, this.#traces, [everything, '/dev/shm']);
    return [...found.map((each) => this.#inFile(each)), ...this.#inVariables()].slice(
      0,
      MOST_EVIDENCE,
    );
  }

  get #isEmpty(): boolean {
    return this.#traces.lines.size === 0 && this.#traces.names.length === 0;
  }

  #inFile({ file, trace }: Found): string {
    return `before the agent started, ${file} had ${this.#what(trace)}`;
  }

  #inVariables(): readonly string[] {
    const { lines, names } = this.#traces;
    const all = [...lines.keys(), ...names];
    return Object.entries(this.inputs.variables).flatMap(([name, value]) => {
      const trace = all.find((each) => value.includes(each));
      return trace === undefined ? [] : [`the variable ${name} has ${this.#what(trace)}`];
    });
  }

  #what(trace: string): string {
    const from = this.#traces.lines.get(trace);
    return from === undefined ? `the skill "${trace}"` : `a line of ${from}: "${trace}"`;
  }
}
