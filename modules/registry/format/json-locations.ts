import { findNodeAtLocation, parseTree, type JSONPath, type Node } from 'jsonc-parser';
import type { Findings, Location } from './findings.js';
import { LineIndex } from './text.js';

/** A JSON text and where to report its problems. */
export interface JsonText {
  readonly text: string;
  /** The name shown in findings. */
  readonly file: string;
  readonly findings: Findings;
}

/** Locations of values in a JSON text. The text is parsed at the first request, so that a valid file costs nothing. */
export class JsonLocations {
  private index: LineIndex | undefined;
  private tree: Node | undefined;

  constructor(private readonly source: JsonText) {}

  get findings(): Findings {
    return this.source.findings;
  }

  ofOffset(offset: number): Location {
    const { file, text } = this.source;
    this.index ??= new LineIndex(text);
    return { file, ...this.index.at(offset) };
  }

  /** The location of a value in the text, which has to be valid JSON. */
  ofValue(path: JSONPath): Location {
    this.tree ??= parseTree(this.source.text);
    const node = this.tree && findNodeAtLocation(this.tree, path);
    return this.ofOffset(node?.offset ?? 0);
  }
}
