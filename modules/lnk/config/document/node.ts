/** A value of a configuration file, as written. Offsets count UTF-16 units of the parsed text. */
export type DocumentNode = ObjectNode | ListNode | ScalarNode;

interface Range {
  readonly from: number;
  /** Behind its last character. */
  readonly to: number;
}

export interface ObjectNode extends Range {
  readonly kind: 'object';
  /** In the file's order; of a repeated key only the first. */
  readonly members: readonly Member[];
}

export interface Member {
  readonly key: string;
  /** Where the key stands. */
  readonly from: number;
  readonly value: DocumentNode;
}

export interface ListNode extends Range {
  readonly kind: 'list';
  readonly items: readonly DocumentNode[];
}

export interface ScalarNode extends Range {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  readonly value: string | number | boolean | null;
}
