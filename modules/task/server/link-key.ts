import { createHash } from 'node:crypto';
import type { TaskLink } from '../contract/task-inputs.js';

/** What a link is found by. */
export const linkKeyOf = ({ type, value }: TaskLink): string =>
  createHash('sha256')
    .update(JSON.stringify([type, value]))
    .digest('hex');
