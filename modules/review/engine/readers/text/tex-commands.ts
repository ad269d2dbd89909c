/** Commands that a document of TeX runs while it is set: `\write18{…}`, `\ShellEscape{…}`, `\input{|"…"}` and Lua's `os.execute`. */
import { lineAt, type Unit } from '../../unit.js';

const DOCUMENT = /\.(?:tex|ltx|sty|cls|dtx|ins|bbx|lbx)$/i;
const COMMANDS =
  /\\(?:write\s{0,3}18|ShellEscape|immediate\\ShellEscape)\s{0,5}\{((?:[^{}]|\{[^{}]{0,500}\}){1,2000})\}|\\(?:input|openin\d*\s{0,3}=?)\s{0,5}\{?\s{0,5}"?\|\s{0,5}"?([^"}\n]{1,1000})|\\(?:directlua|luaexec)\s{0,5}\{[^{}]{0,500}?\b(?:os\.execute|io\.popen)\s{0,5}\(\s{0,5}["']([^"'\n]{1,1000})["']/g;

/** One unit of a shell for each. */
export function texCommands(unit: Unit): readonly Unit[] {
  if (!DOCUMENT.test(unit.file)) return [];
  return [...unit.text.matchAll(COMMANDS)].map(({ index, ...groups }) => {
    const text = groups[1] ?? groups[2] ?? groups[3] ?? '';
    return { ...unit, language: 'shell', text, line: lineAt(unit, index), flat: true };
  });
}
