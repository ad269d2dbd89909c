import { expect, it } from '@jest/globals';
import { parseGitSource } from '../../resolve/git-source.js';
import { nameOfFolder, nameOfNested, nameOfRepository } from './plugin-names.js';

it.each([
  [nameOfRepository(parseGitSource('git:acme/search'), ''), 'acme/search-plugin'],
  [nameOfRepository(parseGitSource('git:search/acme'), ''), 'search-git/acme'],
  [nameOfNested('acme/market', 'archive'), 'acme-market/archive-plugin'],
  [nameOfFolder('/repository/files'), 'local/files-plugin'],
  [nameOfNested('acme/market', 'archives'), 'acme-market/archives'],
])('no name is one that the registry reserves: %s', (name, expected) => {
  expect(name).toBe(expected);
});
