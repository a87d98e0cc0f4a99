/** Holds decimals to those of rust_decimal: lines of an operation, its operands and its result, as the program computed them. */

import { readFileSync } from 'node:fs';
import * as decimals from '../src/engine/decimal';
import { type Decimal, parsed, written } from '../src/engine/decimal';

const shown = (value: Decimal | null): string => (value === null ? 'none' : written(value));

function computed(operation: string, a: Decimal, b: Decimal, digits: number): string {
  switch (operation) {
    case 'add':
      return shown(decimals.add(a, b));
    case 'subtract':
      return shown(decimals.subtract(a, b));
    case 'multiply':
      return shown(decimals.multiply(a, b));
    case 'divide':
      return decimals.isZero(b) ? 'none' : shown(decimals.divide(a, b));
    case 'compare':
      return String(decimals.compare(a, b));
    case 'rounded':
      return `${shown(decimals.rounded(a, digits, 'away'))} ${shown(decimals.rounded(a, digits, 'even'))}`;
    case 'significant': {
      const of = (half: decimals.Half) => {
        const value = decimals.significant(a, digits + 1, half);
        return shown(value === null ? null : decimals.normalized(value));
      };
      return `${of('away')} ${of('even')}`;
    }
    case 'whole':
      return [decimals.ceiling(a), decimals.floor(a), decimals.truncated(a)].map(shown).join(' ');
    case 'normalized':
      return shown(decimals.normalized(a));
    default:
      return `${operation} is not an operation`;
  }
}

const lines = readFileSync(0, 'utf8').trimEnd().split('\n');
let wrong = 0;
for (const line of lines) {
  const [operation, a, b, digits, result] = line.split('\t');
  const found = computed(operation, parsed(a), parsed(b), Number(digits));
  // the sign of nothing is not kept
  const expected = result.replace(/-(0(\.0*)?)(?= |$)/g, '$1');
  if (found !== expected) {
    wrong += 1;
    if (wrong <= 20) console.error(`${operation} ${a} ${b} ${digits}: ${found} is not ${expected}`);
  }
}
console.log(`${lines.length} operations, ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
