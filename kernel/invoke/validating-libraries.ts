import { getMetadataStorage } from 'class-validator';
import { rememberRules } from './remembered-rules.js';

rememberRules(getMetadataStorage());

/** Imported dynamically on first use. A direct dynamic import of these CommonJS packages would have no named exports after bundling. */
export { plainToInstance } from 'class-transformer';
export { validate } from 'class-validator';
