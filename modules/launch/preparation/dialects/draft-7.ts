import { Ajv, type Options } from 'ajv';

export const create = (options: Options): Ajv => new Ajv(options);
