import { TemplateError } from '../template-error.js';

interface OpenTag {
  readonly name: string;
  readonly at: number;
  /** How deep the parser goes for it: one level, and one for each `elif`. */
  levels: number;
  hasElse: boolean;
}

const BLOCKS = new Set(['if', 'for', 'filter', 'macro']);
const MAX_LEVELS = 200;

/** The blocks that are open at a point of the source. */
export class OpenTags {
  readonly #open: OpenTag[] = [];
  #levels = 0;

  /** @throws {TemplateError} where a tag does not fit to those before it. */
  enter(name: string, at: number): void {
    if (BLOCKS.has(name)) this.#begin(name, at);
    else if (name.startsWith('end')) this.#end(name, at);
    else if (name === 'elif' || name === 'else') this.#branch(name, at);
    else if (name === 'break' || name === 'continue') this.#loopControl(name, at);
  }

  /** @throws {TemplateError} if a block is open at the end of the source. */
  finish(): void {
    const open = this.#open.at(-1);
    if (open === undefined) return;
    throw new TemplateError(
      `The block \`${open.name}\` is never closed.`,
      open.at,
      `Write {% end${open.name} %} where it ends.`,
    );
  }

  #begin(name: string, at: number): void {
    if (name === 'macro' && this.#open.length > 0) {
      throw new TemplateError('A macro cannot be defined inside a block.', at);
    }
    this.#open.push({ name, at, levels: 0, hasElse: false });
    this.#deeper(at);
  }

  #deeper(at: number): void {
    const open = this.#open.at(-1);
    if (open !== undefined) open.levels += 1;
    this.#levels += 1;
    if (this.#levels > MAX_LEVELS) {
      throw new TemplateError(`Blocks are nested more than ${MAX_LEVELS} levels deep.`, at);
    }
  }

  #end(name: string, at: number): void {
    const open = this.#open.pop();
    if (open === undefined) {
      throw new TemplateError(`\`${name}\` closes nothing: no block is open here.`, at);
    }
    if (name !== `end${open.name}`) {
      throw new TemplateError(
        `\`${name}\` stands where {% end${open.name} %} is expected.`,
        at,
        `Close the block \`${open.name}\` first.`,
      );
    }
    this.#levels -= open.levels;
  }

  #branch(name: string, at: number): void {
    const open = this.#open.at(-1);
    const fits = open?.name === 'if' || (open?.name === 'for' && name === 'else');
    if (open === undefined || !fits) {
      throw new TemplateError(`\`${name}\` stands outside of a block that takes it.`, at);
    }
    if (open.hasElse) throw new TemplateError(`\`${name}\` cannot follow \`else\`.`, at);
    if (name === 'else') open.hasElse = true;
    else this.#deeper(at);
  }

  #loopControl(name: string, at: number): void {
    const around = this.#open.findLast((open) => open.name !== 'if');
    if (around?.name === 'for') return;
    throw new TemplateError(`\`${name}\` stands outside of a loop.`, at);
  }
}
