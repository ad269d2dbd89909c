import type { TextStyle } from 'svc-registry/kernel';
import type { CheckReport, DataTallyView } from '../contract/server-data-reports.js';

export function dataTallyText({ file, tables, blobs }: DataTallyView, style: TextStyle): string {
  const rows = tables.map(({ table, rows: count, sha256 }) => [
    table,
    String(count),
    sha256.slice(0, 16),
  ]);
  return [
    style.table(['table', 'rows', 'checksum'], rows),
    '',
    `${blobs.count} contents, ${style.size(blobs.bytes)}`,
    ...(file === undefined ? [] : [file]),
  ].join('\n');
}

export function checkText({ notes }: CheckReport, style: TextStyle): string {
  return [style.green('All data are complete and undamaged.'), ...notes].join('\n');
}
