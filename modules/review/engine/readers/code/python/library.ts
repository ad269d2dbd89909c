import type { Library } from '../evaluate.js';
import { environmentValue } from '../fold/environment.js';
import { placeholder } from '../known.js';
import { percentFormat, PYTHON_FUNCTIONS, PYTHON_METHODS } from './folds.js';

export const pythonLibrary: Library = {
  functions: PYTHON_FUNCTIONS,
  methods: PYTHON_METHODS,
  format: percentFormat,
  values: (qualified, at) => {
    if (qualified.startsWith('os.environ')) return environmentValue(qualified, 'os.environ', at);
    if (qualified === 'sys.argv' || qualified === 'sys.stdin')
      return { ...placeholder(qualified), sources: [{ kind: 'input', at }], refers: qualified };
    return undefined;
  },
};
