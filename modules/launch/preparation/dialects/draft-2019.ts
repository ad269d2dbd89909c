import type { Ajv, Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';

export const create = (options: Options): Ajv => new Ajv2019(options);
