import { resolve } from 'node:path';
import { namedFolder } from '../../resolve/nested-source.js';
import type { EntrySource } from '../../resolve/source.js';
import { nameOfFolder, nameOfNested, nameOfRepository } from '../collection/plugin-names.js';

/** The name of a plugin that an entry of a marketplace lists. It follows from the marketplace and the entry alone. */
export function nameOfEntry({ marketplace, plugin }: EntrySource): string {
  const whole =
    marketplace.kind === 'git'
      ? nameOfRepository(marketplace, '')
      : nameOfFolder(resolve(namedFolder(marketplace)));
  return nameOfNested(whole, plugin);
}
