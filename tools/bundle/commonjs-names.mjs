// What CommonJS packages inside the bundle expect to find: the address of the chunk they have become part of.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const __filename = fileURLToPath(import.meta.url);
export const __dirname = dirname(__filename);
