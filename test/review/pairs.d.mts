/** Files of a bundle by path. */
export type Files = ReadonlyMap<string, Buffer>;
export interface Attack {
  readonly id: string;
  readonly group: string;
  readonly base: string;
}
export interface Form {
  readonly form: 'plain' | 'split' | 'encoded';
  readonly attack: Files;
  readonly twin: Files;
}
export function attacksOf(folder: string): Attack[];
export function formsOf(attack: Attack): Form[];
