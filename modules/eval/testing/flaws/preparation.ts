import { item, preparation, withItems } from '../base.js';
import { OUTSIDE } from '../memory-folder.js';
import { commit, directory, fixtureFile, fixtures, flaw, HASH, type Flaw } from './flaw.js';

const paths: readonly Flaw[] = [
  flaw(
    ['outside', 'includes a file of another scenario'],
    preparation({ include: ['../other/task.md'] }),
    { ...preparation({ include: ['data/task.md'] }), 'data/task.md': 'x' },
  ),
  flaw(['outside', 'includes a file of the machine'], preparation({ include: ['/etc/passwd'] })),
  flaw(
    ['outside', 'a fixture above the boundary'],
    fixtures({ ...directory, path: '../../../private' }),
    { ...fixtures(directory), ...fixtureFile },
  ),
  flaw(
    ['outside', 'a fixture that is put elsewhere'],
    { ...fixtures({ ...directory, installPath: '../home' }), ...fixtureFile },
    { ...fixtures(directory), ...fixtureFile },
  ),
  flaw(
    ['outside', 'a repository of this machine'],
    fixtures({ ...commit, repoUrl: 'file:///srv/shop' }),
    fixtures(commit),
  ),
  flaw(
    ['outside', 'a check of a file of the machine'],
    withItems(item('It is there', { check: { type: 'file', path: '../.bashrc' } })),
    withItems(item('It is there', { check: { type: 'file', path: '.bashrc' } })),
  ),
  flaw(
    ['outside', 'a link out of resources'],
    { 'resources/data.csv': OUTSIDE },
    { 'resources/data.csv': 'a,b\n' },
  ),
  flaw(
    ['outside', 'a link out of a fixture'],
    { ...fixtures(directory), ...fixtureFile, 'start/.env': OUTSIDE },
    { ...fixtures({ ...directory, exclude: ['.env'] }), ...fixtureFile, 'start/.env': OUTSIDE },
  ),
  flaw(['outside', 'a task that is a link'], { 'task.md': OUTSIDE }),
  flaw(['rubric-shown', 'includes the criteria'], preparation({ include: ['criteria.json'] })),
  flaw(['rubric-shown', 'includes the whole folder'], preparation({ include: ['.'] })),
];

const preparations: readonly Flaw[] = [
  flaw(['unpinned-ref', 'a branch'], fixtures({ ...commit, ref: 'main' }), fixtures(commit)),
  flaw(
    ['unpinned-ref', 'a tag in the older form'],
    preparation({ fixture: { repoUrl: commit.repoUrl, ref: 'v1.2.0' } }),
    preparation({ fixture: { repoUrl: commit.repoUrl, ref: HASH } }),
  ),
  flaw(
    ['schema', 'a commit without a ref'],
    fixtures({ ...commit, ref: undefined }),
    fixtures(commit),
  ),
  flaw(
    ['schema', 'a fixture that belongs to a run'],
    fixtures({ type: 'plugin', name: 'acme/shop', version: '1.0.0' }),
    fixtures(commit),
  ),
  flaw(
    ['schema', 'an address with a token'],
    fixtures({ ...commit, repoUrl: 'https://ghp_1234@git.example/acme/shop' }),
    fixtures({ ...commit, repoUrl: 'ssh://git@git.example/acme/shop' }),
  ),
  flaw(
    ['no-shebang', 'setup.sh'],
    { 'setup.sh': 'npm ci\n' },
    { 'setup.sh': '#!/bin/sh\nnpm ci\n' },
  ),
  flaw(
    ['no-shebang', 'a script of setup'],
    { ...preparation({ setup: ['./fill.py'] }), 'fill.py': 'print(1)\n' },
    { ...preparation({ setup: ['./fill.py'] }), 'fill.py': '#!/usr/bin/env python3\n' },
  ),
];

/** What a scenario begins with. */
export const preparationFlaws: readonly Flaw[] = [...paths, ...preparations];
