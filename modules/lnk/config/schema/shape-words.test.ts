import { describe, expect, it } from '@jest/globals';
import { FIELDS, SECTIONS } from '../fields/index.js';
import { sectionWords, shapeWords } from './shape-words.js';

const wordsOf = (path: string): string | undefined => {
  const field = FIELDS.find((one) => one.path === path);
  return field && shapeWords(field.shape);
};
const sectionWordsOf = (path: string): string | undefined => {
  const section = SECTIONS.find((one) => one.path === path);
  return section && sectionWords(section);
};

describe('words for shapes', () => {
  it.each([
    ['api', 'true or false'],
    ['connect_tcp', 'null'],
    ['skip_processes', 'a text or a list of texts'],
    ['agent.ttl', 'a whole number from 0 to 65535'],
    ['agent.startup_timeout', 'a whole number of 0 or more'],
    ['feature.fs.mode', 'one of read, write, local, localwithoverrides'],
    ['feature.fs.prefetch', 'a list of paths that begin with /'],
    ['feature.env.override', 'an object whose values are texts'],
    ['agent.image', 'a text, or an object'],
    ['feature.network.incoming.port_mapping', 'a list of pairs of whole numbers from 1 to 65535'],
    ['feature.network.outgoing.filter', 'an object with one of local, remote'],
    [
      'feature.network.incoming.http_filter.all_of',
      'a list of objects, each with one of header, path, method, query',
    ],
    ['feature.db_branches', 'a list of objects with type'],
    [
      'agent.disabled_capabilities',
      'a list of texts, each one of NET_ADMIN, SYS_PTRACE, SYS_ADMIN',
    ],
    ['agent.tolerations', 'a list of entries, each a toleration of Kubernetes'],
  ])('%s is %s', (path, words) => {
    expect(wordsOf(path)).toBe(words);
  });

  it('names the values of a tuple that differ, and a choice of one', () => {
    const values = [{ type: 'boolean' }, { type: 'choice', values: ['infinite'] }] as const;
    expect(shapeWords({ type: 'tuple', of: values })).toBe(
      'a list of true or false and the text infinite',
    );
  });

  it.each([
    ['agent', 'an object'],
    ['target', 'a target such as deployment/shop, or an object'],
    ['feature.env', 'true or false, or an object'],
    ['feature.fs', 'true or false, or one of read, write, local, localwithoverrides, or an object'],
  ])('the section %s is %s', (path, words) => {
    expect(sectionWordsOf(path)).toBe(words);
  });
});
