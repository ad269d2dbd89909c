/**
 * For every skill of a tree the installed one that is it: with the same `SKILL.md` and the fewest differences, else of its name where that belongs to
 * no other. `differences` are paths of files that are missing or other than in the tree; what an installer added is not looked at.
 */
export function matchSkills(found, installed) {
  const byText = groupBy(installed, textOf);
  const texts = new Set(found.map(textOf));
  const free = installed.filter((each) => !texts.has(textOf(each)));
  return found.map((skill) => {
    const sameText = byText.get(textOf(skill)) ?? [];
    const candidates =
      sameText.length > 0 ? sameText : free.filter(({ name }) => isCalled(name, skill.name));
    return { skill, ...closest(skill, candidates) };
  });
}

function closest(skill, candidates) {
  const all = candidates.map((each) => ({
    as: each.name,
    differences: [...skill.files]
      .filter(([path, hash]) => each.files.get(path) !== hash)
      .map(([path]) => ({ path, kind: each.files.has(path) ? 'changed' : 'missing' })),
  }));
  return all.sort((a, b) => a.differences.length - b.differences.length)[0] ?? { differences: [] };
}

/** Also with a prefix that tells it from others. */
export function isCalled(installed, name) {
  return installed === name || installed.endsWith(`-${name}`);
}

function textOf({ files }) {
  return files.get('SKILL.md');
}

function groupBy(values, keyOf) {
  const groups = new Map();
  for (const value of values)
    groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
