import { posix } from 'node:path';

/** Why svc left something out, in its own words: from `leftOut` of the plugins, what is withheld of the offers, and its warnings. */
export class Reasons {
  constructor({ plugins, offers, remarks, error }) {
    this.leftOut = plugins.flatMap(({ name, leftOut = [] }) =>
      leftOut.map(({ what, why }) => ({ plugin: name.split('/').pop(), what, why })),
    );
    this.withheld = offers.filter(({ withheld }) => withheld);
    this.lines = [
      ...remarks.split('\n'),
      ...(error?.issues ?? []).map(({ file, message }) => `${file ?? ''} ${message}`),
    ];
  }

  /** Of a path of the repository, as the path itself, a folder above it, or as `plugin` calls it. */
  ofPath(path, plugin) {
    const own = plugin && path.slice(plugin.path === '' ? 0 : plugin.path.length + 1);
    return (
      this.#said(
        (part) =>
          part.what !== '' &&
          (covers(part.what, path) || (isOf(part, plugin) && covers(part.what, own))),
      ) ??
      this.withheld.find((offer) => covers(offer.path, path))?.withheld ??
      this.#line(path)
    );
  }

  /** Of a part that has no path of its own. */
  ofWords(words, plugin) {
    return (
      this.#said((part) => isOf(part, plugin) && part.what.includes(words)) ??
      this.withheld.find((offer) => offer.path !== '' && covers(offer.path, plugin.path))
        ?.withheld ??
      this.lines.find((line) => line.includes(words) && line.includes(plugin.name))
    );
  }

  ofOffer(name) {
    return (
      this.withheld.find((offer) => offer.name === name || offer.name.endsWith(`/${name}`))
        ?.withheld ?? this.#line(name)
    );
  }

  #said(matches) {
    return this.leftOut.find(matches)?.why;
  }

  #line(path) {
    return path === ''
      ? undefined
      : this.lines
          .find((line) =>
            new RegExp(`(^|[\\s"'\`(/])${escape(path)}([\\s"'\`),.:;/]|$)`).test(line),
          )
          ?.trim();
  }
}

/** One plugin may be called by its own name or with a prefix. */
function isOf(part, plugin) {
  return (
    plugin === undefined ||
    part.plugin === plugin.name ||
    part.plugin.endsWith(plugin.name) ||
    part.plugin === posix.basename(plugin.path) ||
    plugin.path === ''
  );
}

function covers(what, path) {
  const folder = what.replace(/^\.\//, '').replace(/\/$/, '');
  return path === folder || (folder !== '' && path?.startsWith(`${folder}/`));
}

function escape(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
