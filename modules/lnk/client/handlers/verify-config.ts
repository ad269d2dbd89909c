import { inject, injectable } from 'tsyringe';
import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import type { Problem } from '../../config/load/problem-at.js';
import { editorFailure, editorSuccess } from '../../config/verify/editor-answer.js';
import { effectNotes } from '../../config/verify/effects.js';
import type { VerifyInput } from '../../contract/inputs.js';
import type { EditorAnswer, VerifyResult } from '../../contract/results.js';
import { ConfigLoader, fileOf } from '../config-loader.js';
import { problemLine } from '../problem-line.js';
import { plainConfig } from '../plain-config.js';

@injectable()
export class VerifyConfigHandler implements Handler<VerifyInput, VerifyResult | EditorAnswer> {
  constructor(@inject(ConfigLoader) private readonly loader: ConfigLoader) {}

  async run(input: VerifyInput, context: Context): Promise<VerifyResult | EditorAnswer> {
    const { editor = false, resolved = false } = input;
    const file = namedFile(input);
    const { configuration, problems } = await this.loader.load(file, context, { final: !editor });
    const of = (severity: Problem['severity']) =>
      problems.filter((problem) => problem.severity === severity);
    const errors = of('error');
    const whole = resolved && errors.length === 0 ? plainConfig(configuration) : undefined;
    if (editor)
      return errors.length > 0
        ? editorFailure(errors.map(problemLine))
        : editorSuccess(configuration, {
            warnings: of('warning').map(problemLine),
            ...(whole !== undefined && { resolved: whole }),
          });
    return {
      file: file ?? null,
      valid: errors.length === 0,
      errors,
      warnings: of('warning'),
      notes: [...effectNotes(configuration)],
      ...(whole !== undefined && { resolved: whole }),
    };
  }
}

function namedFile({ path, configFile }: VerifyInput): string | undefined {
  const byFlag = fileOf(configFile);
  if (path !== undefined && byFlag !== undefined)
    throw usageError({
      what: `Both ${path} and --config-file ${byFlag} were given.`,
      hint: 'Name the file once.',
    });
  return path ?? byFlag;
}
