/** Paths as shells mean them. */
import { withText, type Flow } from './flow.js';

/** The last part of a path or an address. */
export function baseOf(path: string): string {
  const end = path.search(/[?#]/);
  const whole = (end === -1 ? path : path.slice(0, end)).replace(/\/$/, '');
  return whole.slice(whole.lastIndexOf('/') + 1);
}

const HOME = /^(?:\$\{HOME\}|~[\w-]*(?=\/|$)|\/root(?=\/|$)|\$\{env:USERPROFILE\})/;

/** The home folder by one name. */
const athome = (text: string): string =>
  text.replace(HOME, (home) => (/^~\w/.test(home) ? home : '~'));

/** A path from a folder, without `./` and with the home folder as `~`. */
export function resolved(folder: string, flow: Flow): Flow {
  let text = athome(flow.text);
  if (text.startsWith('~\\')) text = text.replaceAll('\\', '/');
  while (text.startsWith('./')) text = text.slice(2).replace(/^\/+/, '');
  const free = folder === '' || /^(?:[/~-]|\$\{|[A-Za-z]:)/.test(text);
  const whole = free ? text : `${folder.replace(/\/$/, '')}/${text}`;
  if (whole === flow.text) return flow;
  // the home folder is a known place
  return { ...withText(flow, whole), dynamic: whole.includes('${') };
}

const FOLDERS = /^(?:\/usr(?:\/local)?|\/opt\/homebrew|\/system)?\/s?bin\//i;

/** A program by its bare name, if it stands in one of the usual folders. */
export function programOf(name: string): string {
  return name
    .replace(FOLDERS, '')
    .replace(/^\\/, '')
    .replace(/\.exe$/i, '');
}
