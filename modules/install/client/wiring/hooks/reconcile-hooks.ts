import { canOnlyBeOurs, identityOf, isDispatch } from './hook-identity.js';
import { hooksOf, isSameHook, type Hook, type HookList } from './hook-list.js';

/** A group or a standalone hook, as wanted in an event's list. */
export interface WantedItem {
  readonly item: object;
  /** The entry's forms on other systems, which are accepted too. */
  readonly variants: readonly object[];
  /** Known only from the lock: kept if present, but never added. */
  readonly unproven?: boolean;
}

export interface HookPlan {
  readonly wanted: readonly WantedItem[];
  /** What svc wrote before. */
  readonly owned: readonly unknown[];
}

interface Reconciled {
  readonly list: HookList;
  /** svc's entries afterwards, for the lock. */
  readonly ours: readonly object[];
  /** Whether a person's own or edited hook takes the place of one of svc's. */
  readonly displaced: boolean;
}

/** Updates the hooks of one event. Hooks that a person wrote or edited are left alone. */
export function reconcileHooks(list: HookList, plan: HookPlan): Reconciled {
  return new Reconciliation(list, plan).run();
}

interface WantedHook extends Hook {
  readonly item: object;
  readonly unproven: boolean;
  /** The hook itself comes first. */
  readonly accepted: readonly Hook[];
}

class Reconciliation {
  private readonly wanted: readonly WantedHook[];
  private readonly owned: readonly Hook[];
  private readonly ours: object[] = [];
  private displaced = false;

  constructor(
    private list: HookList,
    { wanted, owned }: HookPlan,
  ) {
    this.wanted = uniqueHooks(wanted);
    this.owned = hooksOf(owned);
  }

  run(): Reconciled {
    const stale = this.owned.filter(
      (hook) => !this.wanted.some(({ accepted }) => includes(accepted, hook)),
    );
    this.replaceDispatch(stale);
    for (const hook of stale) this.drop(hook);
    for (const hook of this.wanted) this.put(hook);
    const { list, ours, displaced } = this;
    return { list, ours, displaced };
  }

  /** Replaced in place, because agents that require a review identify a hook by its position. */
  private replaceDispatch(stale: readonly Hook[]): void {
    const [before] = stale
      .filter(({ hook }) => isDispatch(hook))
      .flatMap((hook) => this.list.find(hook) ?? []);
    const after = this.wanted.find(({ hook }) => isDispatch(hook));
    if (before !== undefined && after !== undefined && this.present(after) === undefined)
      this.list = this.list.replace(before, after.hook);
  }

  private drop(hook: Hook): void {
    const placed = this.list.find(hook);
    if (placed !== undefined) this.list = this.list.remove(placed);
    else if (this.hasRival(hook)) this.displaced = true;
  }

  private put(hook: WantedHook): void {
    const present = this.present(hook);
    if (present !== undefined) {
      if (canOnlyBeOurs(present.hook) || includes(this.owned, present)) this.own(hook, present);
    } else if (this.hasRival(hook)) {
      this.displaced = true;
    } else if (!hook.unproven) {
      this.list = this.list.add(hook, hook.item);
      this.own(hook, hook);
    }
  }

  private own({ item, frame }: WantedHook, { hook }: Hook): void {
    this.ours.push(frame === undefined ? (hook as object) : { ...item, hooks: [hook] });
  }

  private present({ accepted }: WantedHook): Hook | undefined {
    return accepted.flatMap((form) => this.list.find(form) ?? [])[0];
  }

  /** Whether a hook with the same purpose exists that svc neither wrote nor wants. */
  private hasRival(hook: Hook): boolean {
    const known = [...this.owned, ...this.wanted.flatMap(({ accepted }) => accepted)];
    return this.list.hooks.some(
      (placed) => isSamePurpose(placed, hook) && !includes(known, placed),
    );
  }
}

function isSamePurpose(a: Hook, b: Hook): boolean {
  const purpose = identityOf(a.hook);
  return purpose !== undefined && purpose === identityOf(b.hook);
}

function uniqueHooks(wanted: readonly WantedItem[]): readonly WantedHook[] {
  const all = wanted.flatMap(({ item, variants, unproven = false }) =>
    hooksOf([item]).map(({ hook, frame }) => ({
      hook,
      frame,
      item,
      unproven,
      accepted: [{ hook, frame }, ...hooksOf(variants)],
    })),
  );
  return all.filter((hook, index) => all.findIndex((other) => isSameHook(other, hook)) === index);
}

function includes(hooks: readonly Hook[], hook: Hook): boolean {
  return hooks.some((other) => isSameHook(other, hook));
}
