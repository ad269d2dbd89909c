import { ValueProblem } from '../template-error.js';
import { printed } from '../evaluate/print.js';
import { member } from '../evaluate/scope.js';
import {
  compareTexts,
  equals,
  isDictionary,
  isList,
  isNumber,
  kindOf,
  type Value,
} from '../evaluate/value.js';
import { sortKey } from './sort-key.js';
import { onList, onMap, type Arguments, type Filter } from './signature.js';

const ATTRIBUTE = { attribute: { type: 'text' } } as const;
const NEEDS_ATTRIBUTE = { attribute: { type: 'text', required: true } } as const;

/** Filters of lists and maps. */
export const LIST_FILTERS: Readonly<Record<string, Filter>> = {
  first: onList((list) => list[0] ?? ''),
  last: onList((list) => list.at(-1) ?? ''),
  nth: onList((list, args) => list[args.integer('n', 0)] ?? '', {
    n: { type: 'count', required: true },
  }),
  join: onList(joined, { sep: { type: 'text' } }),
  sort: onList(sorted, ATTRIBUTE),
  unique: onList(unique, { ...ATTRIBUTE, case_sensitive: { type: 'flag' } }),
  slice: onList((list, args) => list.slice(index(list, args, 'start'), index(list, args, 'end')), {
    start: { type: 'number' },
    end: { type: 'number' },
  }),
  group_by: onList(grouped, NEEDS_ATTRIBUTE),
  filter: onList(filtered, { ...NEEDS_ATTRIBUTE, value: { type: 'any' } }),
  map: onList(mapped, NEEDS_ATTRIBUTE),
  concat: onList(concatenated, { with: { type: 'any', required: true } }),
  get: onMap(got, { key: { type: 'text', required: true }, default: { type: 'any' } }),
};

function stepsOf(attribute: string): readonly string[] {
  return attribute === '' ? [] : attribute.split('.');
}

function joined(list: readonly Value[], args: Arguments): string {
  const sep = args.text('sep');
  let length = 0;
  const texts = list.map((item) => {
    const text = printed(item, args.budget);
    length += text.length + sep.length;
    if (length > args.budget.limits.output) args.budget.text(length);
    return text;
  });
  args.budget.text(length);
  return texts.join(sep);
}

function attributeOf(item: Value, args: Arguments): Value {
  const found = member(item, stepsOf(args.text('attribute')));
  if (found !== undefined) return found;
  throw new ValueProblem(`An element of the list has no attribute \`${args.text('attribute')}\`.`);
}

function sorted(list: readonly Value[], args: Arguments): readonly Value[] {
  const keys = list.map((item) => ({ item, key: sortKey(attributeOf(item, args)) }));
  const [first] = keys;
  const other = keys.find(({ key }) => key.kind !== first?.key.kind);
  if (other !== undefined) {
    throw new ValueProblem('The filter `sort` cannot compare values of different types.');
  }
  args.budget.step(list.length);
  return keys
    .sort(({ key: left }, { key: right }) =>
      typeof left.by === 'string' && typeof right.by === 'string'
        ? compareTexts(left.by, right.by)
        : Number(left.by) - Number(right.by),
    )
    .map(({ item }) => item);
}

function unique(list: readonly Value[], args: Arguments): readonly Value[] {
  const seen = new Set<Value>();
  const [first] = list;
  const kind = first === undefined ? '' : kindOf(attributeOf(first, args));
  return list.filter((item) => {
    const key = member(item, stepsOf(args.text('attribute')));
    if (key === undefined) return false;
    if (
      kindOf(key) !== kind ||
      typeof key === 'number' ||
      isList(key) ||
      isDictionary(key) ||
      key === null
    ) {
      throw new ValueProblem('The filter `unique` compares texts, integers or truth values.');
    }
    const isFolded = typeof key === 'string' && !args.flag('case_sensitive');
    const folded = isFolded ? key.toLowerCase() : key;
    if (seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
}

function index(list: readonly Value[], args: Arguments, name: 'start' | 'end'): number {
  const value = args.number(name, name === 'start' ? 0 : list.length);
  return Math.max(0, Math.trunc(value < 0 ? list.length + value : value));
}

function grouped(list: readonly Value[], args: Arguments): Value {
  const groups = new Map<string, Value[]>();
  for (const item of list) {
    const key = member(item, stepsOf(args.text('attribute')));
    if (key === undefined || key === null) continue;
    if (isList(key) || isDictionary(key)) {
      throw new ValueProblem(`The filter \`group_by\` cannot group by ${kindOf(key)}.`);
    }
    const name = isNumber(key) ? printed(key, args.budget) : String(key);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return new Map([...groups].sort(([left], [right]) => compareTexts(left, right)));
}

function filtered(list: readonly Value[], args: Arguments): readonly Value[] {
  const wanted = args.any('value') ?? null;
  return list.filter((item) => {
    const found = member(item, stepsOf(args.text('attribute'))) ?? null;
    return wanted === null ? found !== null : equals(found, wanted, args.budget);
  });
}

function mapped(list: readonly Value[], args: Arguments): readonly Value[] {
  return list
    .map((item) => member(item, stepsOf(args.text('attribute'))) ?? null)
    .filter((item) => item !== null);
}

function concatenated(list: readonly Value[], args: Arguments): readonly Value[] {
  const other = args.any('with') ?? null;
  const added = isList(other) ? other : [other];
  args.budget.step(list.length + added.length);
  return [...list, ...added];
}

function got(map: ReadonlyMap<string, Value>, args: Arguments): Value {
  const value = map.get(args.text('key')) ?? args.any('default');
  if (value !== undefined) return value;
  throw new ValueProblem(
    `The map has no key \`${args.text('key')}\`.`,
    'Give the filter `get` a `default`.',
  );
}
