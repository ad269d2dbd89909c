import { ownValue } from '../../../../../../toolbox/own-value.js';
import type { Library } from '../evaluate.js';
import { environmentValue } from '../fold/environment.js';
import { placeholder } from '../known.js';
import { JAVASCRIPT_FUNCTIONS, JAVASCRIPT_METHODS } from './folds.js';

const BROWSER_DATA: Readonly<Record<string, string>> = {
  'document.cookie': 'cookies',
  localStorage: 'local storage',
  sessionStorage: 'session storage',
};

export const javaScriptLibrary: Library = {
  functions: JAVASCRIPT_FUNCTIONS,
  methods: JAVASCRIPT_METHODS,
  values: (qualified, at) => {
    for (const all of ['process.env', 'import.meta.env', 'Bun.env'])
      if (qualified.startsWith(all)) return environmentValue(qualified, all, at);
    const name = ownValue(BROWSER_DATA, qualified);
    if (name !== undefined)
      return {
        dynamic: true,
        sources: [{ kind: 'command', name, args: '', at }],
        refers: qualified,
      };
    if (qualified === 'process.argv' || qualified === 'process.stdin')
      return { ...placeholder(qualified), sources: [{ kind: 'input', at }], refers: qualified };
    return undefined;
  },
};
