import type { Attack, Files } from './pairs.mjs';
interface Found {
  readonly rule: string;
  readonly fingerprint: string;
  readonly severity: string;
}
export interface Row {
  readonly id: string;
  readonly group: string;
  readonly form: 'plain' | 'split' | 'encoded';
  readonly caught: boolean;
  readonly severity: string | undefined;
  readonly rules: string[];
  readonly alarms: string[];
}
export interface Totals {
  readonly group: string;
  readonly total: number;
  readonly caught: number;
  readonly high: number;
}
export function measurePairs(
  attacks: readonly Attack[],
  review: (files: Files) => Promise<readonly Found[]>,
): Promise<Row[]>;
export function totalsOf(rows: readonly Row[]): Totals[];
