interface Digits {
  readonly sign: string;
  readonly digits: string;
  /** How many digits stand before the point; may be negative. */
  readonly before: number;
}

/** A number in decimal digits without an exponent: 1.5, 2 for 2.0. */
export function decimalText(value: bigint | number): string {
  if (typeof value === 'bigint' || value === 0) return Object.is(value, -0) ? '-0' : String(value);
  const { sign, digits, before } = digitsOf(value);
  if (before <= 0) return `${sign}0.${'0'.repeat(-before)}${digits}`;
  if (before >= digits.length) return sign + digits.padEnd(before, '0');
  return `${sign}${digits.slice(0, before)}.${digits.slice(before)}`;
}

/** A number as JSON has it: 2.0 for the float, exponents for what is very large or small. */
export function jsonNumber(value: bigint | number): string {
  if (typeof value === 'bigint') return String(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const { sign, digits, before } = digitsOf(value);
  if (before > 16 || before < -4) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : '';
    return `${sign}${digits.charAt(0)}${rest}e${before - 1}`;
  }
  const text = decimalText(value);
  return text.includes('.') ? text : `${text}.0`;
}

function digitsOf(value: number): Digits {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential().split('e');
  return {
    sign: value < 0 ? '-' : '',
    digits: mantissa.replace('.', ''),
    before: Number(exponent) + 1,
  };
}
