import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { parsedJson } from '../../../toolbox/parsed-json.js';
import { fieldsOf } from '../../../toolbox/type-guards.js';
import type { Pi } from './pi-api.js';

const MAX_HEADER = 64 * 1024;

/** The folder that a session was held in, from the first line of its file; `undefined` when it does not say. */
function folderOf(file: string): string | undefined {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(MAX_HEADER);
    const length = readSync(handle, buffer, 0, MAX_HEADER, 0);
    const [line = ''] = buffer.toString('utf8', 0, length).split('\n', 1);
    const { cwd } = fieldsOf(parsedJson(line));
    return typeof cwd === 'string' ? realpathSync(cwd) : undefined;
  } finally {
    closeSync(handle);
  }
}

/** A session of another folder would load that folder's settings and extensions, which nobody was asked about. */
export function stayInFolder(pi: Pi): void {
  pi.on('session_before_switch', ({ targetSessionFile }, { cwd, ui }) => {
    if (targetSessionFile === undefined) return undefined;
    if (folderOf(targetSessionFile) === realpathSync(cwd)) return undefined;
    ui.notify('That session belongs to another folder: run `svc agent --resume` there.', 'warning');
    return { cancel: true };
  });
}
