import { parse, TomlError } from 'smol-toml';
import { ParseError } from 'toml-eslint-parser';
import type { ErrorIssue } from 'svc-registry/kernel';
import { positionAt } from '../../../../toolbox/text-position.js';
import { isRecord } from '../../../../toolbox/type-guards.js';
import type { ConfigDocument, ConfigEntry, ConfigPath } from '../config/config-document.js';
import { BOM, invalidFile, MAX_CHARS } from '../json/json-document.js';
import { endOfLine } from '../json/text-style.js';
import { cutForMember, cutForTable, cutOfPosition, type Cut } from './toml-cuts.js';
import { isWithin, tomlPositions, type TomlPosition } from './toml-positions.js';
import { pairText, tableText } from './toml-text.js';

/**
 * Edits TOML in place. An entry becomes a table of its own at the end of the file, or, in a file that keeps its entries in an
 * inline table, a member of that. Values come from one parser and positions from another; both must accept the text.
 */
export class TomlConfig implements ConfigDocument {
  private constructor(
    readonly file: string,
    private readonly mark: string,
    private readonly body: string,
    private readonly value: Readonly<Record<string, unknown>>,
    private readonly positions: readonly TomlPosition[],
  ) {}

  static parse(file: string, source: string): TomlConfig {
    const mark = source.startsWith(BOM) ? BOM : '';
    const body = source.slice(mark.length);
    if (body.length > MAX_CHARS)
      throw invalidFile(file, [
        { file, line: 1, message: `is longer than ${MAX_CHARS} characters` },
      ]);
    try {
      return new TomlConfig(
        file,
        mark,
        body,
        parse(body, { integersAsBigInt: 'asNeeded' }),
        tomlPositions(body),
      );
    } catch (error) {
      throw invalidFile(file, [{ file, ...issueOf(error) }]);
    }
  }

  get text(): string {
    return this.mark + this.body;
  }

  get(path: ConfigPath): unknown {
    const found = path.reduce<unknown>(
      (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      this.value,
    );
    return found === undefined ? undefined : JSON.parse(JSON.stringify(found, exact));
  }

  set(path: ConfigPath, entry: ConfigEntry): TomlConfig {
    this.assertTables(path);
    const newline = endOfLine(this.body);
    const table = tableText(path, entry, newline);
    const existing = this.positionsWithin(path);
    const [own] = existing;
    if (
      own?.kind === 'table' &&
      own.key.length === path.length &&
      existing.every(({ end }) => end <= own.end)
    )
      return this.with({ from: own.start, to: own.end, text: table });
    if (own !== undefined) return this.remove(path).set(path, entry);
    const holder = this.positions.findLast(
      ({ key, inline }) => inline !== undefined && isWithin(path, key),
    );
    if (holder?.inline === undefined) return this.with(cutForTable(this.body, table, newline));
    return this.with(
      cutForMember(this.body, holder.inline, pairText(path.slice(holder.key.length), entry)),
    );
  }

  /** Removes all parts of an entry, which may be spread over the file. */
  remove(path: ConfigPath): TomlConfig {
    const [position] = this.positionsWithin(path);
    return position === undefined
      ? this
      : this.with(cutOfPosition(this.body, position)).remove(path);
  }

  /** Nothing to do: a TOML table needs no container that would remain. */
  prune(): this {
    return this;
  }

  private positionsWithin(path: ConfigPath): readonly TomlPosition[] {
    return this.positions.filter(({ key }) => isWithin(key, path));
  }

  private with({ from, to, text }: Cut): TomlConfig {
    return TomlConfig.parse(
      this.file,
      this.mark + this.body.slice(0, from) + text + this.body.slice(to),
    );
  }

  private assertTables(path: ConfigPath): void {
    for (let length = 1; length < path.length; length += 1) {
      const outer = path.slice(0, length);
      const value = this.get(outer);
      if (value === undefined || isRecord(value)) continue;
      const offset = this.positionsWithin(outer)[0]?.start ?? 0;
      throw invalidFile(this.file, [
        {
          file: this.file,
          ...positionAt(this.body, offset),
          field: outer.join('.'),
          message: 'must be a table',
        },
      ]);
    }
  }
}

/** Converts bigint values, which JSON cannot represent. */
function exact(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function issueOf(error: unknown): Omit<ErrorIssue, 'file'> {
  if (error instanceof TomlError) {
    const [words = ''] = error.message.replace('Invalid TOML document: ', '').split('\n');
    return { line: error.line, column: error.column, message: `is not valid TOML: ${words}` };
  }
  if (error instanceof ParseError)
    return {
      line: error.lineNumber,
      column: error.column + 1,
      message: `is not valid TOML: ${error.message}`,
    };
  throw error;
}
