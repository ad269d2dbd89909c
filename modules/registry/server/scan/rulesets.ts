import { createHash } from 'node:crypto';
import { buildExtension, extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { scannerMissing } from '../../contract/errors.js';
import { scannersPoint, type Ruleset, type Scanner } from '../../contract/scanners.js';
import { LoadedScanners } from './loaded-scanners.js';

/** A scanner with its engine and ruleset; both are empty if the scanner does not report them. */
export interface ScannerRules extends Ruleset {
  readonly scanner: string;
}

/** The scanners of one verdict with their rules. */
export interface Rules {
  /** A hash that is the same for the same scanners with the same rules. */
  readonly key: string;
  readonly scanners: readonly ScannerRules[];
}

/** The scanners and rules of this process. */
@injectable()
export class Rulesets {
  readonly #known = new Map<string, Promise<ScannerRules>>();

  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(LoadedScanners) private readonly loaded: LoadedScanners,
  ) {}

  /** The rules of all scanners in use and of those that `scanners` names. Throws `scanner_missing`. */
  async of(scanners: readonly string[] = []): Promise<Rules> {
    const ids = [...new Set([...this.loaded.ids(), ...scanners])].sort();
    const rules = await Promise.all(ids.map((id) => this.#rulesOf(id)));
    const text = JSON.stringify(rules.map(({ scanner, ruleset }) => [scanner, ruleset]));
    return { key: createHash('sha256').update(text).digest('hex'), scanners: rules };
  }

  /** The scanner of an id. Throws `scanner_missing`. */
  scanner(id: string): Promise<Scanner> {
    const extension = this.extensions.of(scannersPoint).find((one) => one.id === id);
    if (extension === undefined) throw scannerMissing({ id });
    return buildExtension(extension);
  }

  /** Each scanner is asked once; after a failure it is asked again. */
  #rulesOf(id: string): Promise<ScannerRules> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const asked = this.#ask(id);
    this.#known.set(id, asked);
    asked.catch(() => this.#known.delete(id));
    return asked;
  }

  async #ask(id: string): Promise<ScannerRules> {
    const rules = await (await this.scanner(id)).ruleset?.();
    return { scanner: id, engine: rules?.engine ?? '', ruleset: rules?.ruleset ?? '' };
  }
}
