import type { Ajv, Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

export const create = (options: Options): Ajv => new Ajv2020(options);
