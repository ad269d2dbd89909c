import { describe, expect, it } from '@jest/globals';
import { loadConfiguration } from '../config/load/load-configuration.js';
import { explainedField } from './explained-field.js';

const { configuration } = await loadConfiguration({ flags: {}, env: {}, cwd: '/', final: false });

describe('a field that does not exist', () => {
  it.each([
    ['feature.netwrk', 'feature.network'],
    ['feature.fs.mod', 'feature.fs.mode'],
    ['kubeContext', 'kube_context'],
  ])('%s: the field or section that was probably meant is named', (asked, meant) => {
    expect(() => explainedField(configuration, asked)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(meant) }),
    );
  });
});
