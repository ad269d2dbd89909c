/** Variables of PowerShell: its own, those of the program, those of the environment. */
import type { At } from '../../unit.js';
import { literal, unknown, type Flow } from '../shell/flow.js';
import type { Session } from '../shell/session.js';

/** Values that are the same on every computer; letters are picked from them to spell names. */
const KNOWN = new Map(
  Object.entries({
    'env:comspec': 'C:\\WINDOWS\\system32\\cmd.exe',
    pshome: 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0',
    shellid: 'Microsoft.PowerShell',
    verbosepreference: 'SilentlyContinue',
    true: 'True',
    false: 'False',
    null: '',
    home: '~',
    'env:userprofile': '~',
    'env:home': '~',
    'env:appdata': '~/AppData/Roaming',
    'env:localappdata': '~/AppData/Local',
  }),
);
const INPUT = new Set(['args', 'input', 'myinvocation', 'psboundparameters']);
const PLAIN = new Set([
  'pwd',
  'psscriptroot',
  'pscommandpath',
  'env:temp',
  'env:tmp',
  'env:path',
  'env:windir',
  'env:systemroot',
  'env:programfiles',
  'error',
  'host',
  'executioncontext',
  'lastexitcode',
  '_',
  'psitem',
]);

const keyOf = (name: string): string =>
  name
    .replace(/^\{|\}$/g, '')
    .replace(/^(?:script|global|local|private|using|variable):/i, '')
    .toLowerCase();

/** All values of a variable. */
export function valuesOf(name: string, session: Session, at: At): readonly Flow[] {
  const key = keyOf(name);
  const own = session.variables.get(key);
  if (own !== undefined) return own.items ?? [own.value];
  const known = KNOWN.get(key);
  if (known !== undefined) return [literal(known)];
  if (INPUT.has(key)) return [unknown(key, [{ kind: 'input', at }])];
  if (PLAIN.has(key) || !key.startsWith('env:')) return [unknown(key)];
  const variable = name.replace(/^\{?env:|\}$/gi, '');
  session.add('environment', at, { name: variable });
  return [unknown(variable, [{ kind: 'environment', name: variable, at }])];
}

export function assign(name: string, values: readonly Flow[], session: Session): void {
  const value = values[0] ?? literal('');
  session.variables.set(keyOf(name), values.length === 1 ? { value } : { value, items: values });
}
