/** Input of operations that take none. */
export class NoInput {}
