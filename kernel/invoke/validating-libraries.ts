import { getMetadataStorage } from 'class-validator';
import { rememberRules } from './remembered-rules.js';

rememberRules(getMetadataStorage());

/** Loaded on first use. A dynamic import of these CommonJS packages themselves would have no named exports once it is bundled. */
export { plainToInstance } from 'class-transformer';
export { validate } from 'class-validator';
