// Figures as the program writes them for people: grouped digits, a real minus, shares as percentages.

/** A decimal text with so many decimals, rounded half away from zero, its digits grouped: `−1,234.50`. */
export const grouped = (text: string, decimals: number): string => {
  const { negative, digits, scale } = parsed(text);
  let whole = digits;
  if (scale > decimals) {
    const cut = 10n ** BigInt(scale - decimals);
    whole = (digits + cut / 2n) / cut;
  } else {
    whole = digits * 10n ** BigInt(decimals - scale);
  }
  const all = whole.toString().padStart(decimals + 1, '0');
  const point = all.length - decimals;
  const before = all.slice(0, point).replace(/\B(?=(\d{3})+$)/g, ',');
  const after = decimals > 0 ? `.${all.slice(point)}` : '';
  return `${negative && whole !== 0n ? '−' : ''}${before}${after}`;
};

/** A share as a percentage with so many decimals: `37 %`. */
export const share = (text: string, decimals: number): string => {
  const { negative, digits, scale } = parsed(text);
  return `${grouped(`${negative ? '-' : ''}${digits * 100n}e-${scale}`, decimals)} %`;
};

/** A share as a percentage, with the fewest decimals that do not mislead. */
export const percent = (value: number): string => {
  const hundredfold = value * 100;
  const fits = (decimals: number): boolean => {
    const shown = Number(hundredfold.toFixed(decimals));
    const misleads = [0, 100].some((mark) => shown === mark && Math.abs(hundredfold - mark) > 1e-12);
    const isWhole = Math.abs(shown - hundredfold) < 1e-12;
    return !misleads && (isWhole || Math.abs(shown) >= 10 ** (1 - decimals));
  };
  const decimals = [0, 1, 2, 3, 4, 5].find(fits) ?? 6;
  return share(String(value), decimals);
};

/** The digits of a number in decimal notation, also with an exponent. */
const parsed = (text: string): { negative: boolean; digits: bigint; scale: number } => {
  const found = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  if (!found) return { negative: false, digits: 0n, scale: 0 };
  const [, sign, whole = '0', after = '', exponent = '0'] = found;
  const scale = after.length - Number(exponent);
  const digits = BigInt(whole + after);
  const negative = sign === '-';
  return scale < 0 ? { negative, digits: digits * 10n ** BigInt(-scale), scale: 0 } : { negative, digits, scale };
};
