import { findNodeAtLocation, parseTree, type JSONPath, type Node } from 'jsonc-parser';
import type { Findings, Place } from './findings.js';
import { LineIndex } from './text.js';

/** A JSON text and where to report what is wrong with it. */
export interface JsonText {
  readonly text: string;
  /** The name shown in findings. */
  readonly file: string;
  readonly findings: Findings;
}

/** Where things stand in a JSON text. The text is taken apart when somebody wants to know: a sound file pays nothing for it. */
export class JsonPlaces {
  private index: LineIndex | undefined;
  private tree: Node | undefined;

  constructor(private readonly source: JsonText) {}

  get findings(): Findings {
    return this.source.findings;
  }

  ofOffset(offset: number): Place {
    const { file, text } = this.source;
    this.index ??= new LineIndex(text);
    return { file, ...this.index.at(offset) };
  }

  /** Of a value of the text, which has to be sound JSON. */
  ofValue(path: JSONPath): Place {
    this.tree ??= parseTree(this.source.text);
    const node = this.tree && findNodeAtLocation(this.tree, path);
    return this.ofOffset(node?.offset ?? 0);
  }
}
