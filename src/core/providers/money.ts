/** Formats amounts in the smallest unit of their currency, the form in which payment services send them. */

/** Currencies without a smaller unit, and those with a thousandth, by Stripe's documentation; all others have cents. */
const withoutUnit = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const withThousandths = new Set('BHD JOD KWD OMR TND'.split(' '));

/** `12.00 EUR` for 1200 and `eur`; undefined when these are not an amount and a currency. */
export function formatMoney(amount: unknown, currency: unknown): string | undefined {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return undefined;
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return undefined;
  const code = currency.toUpperCase();
  const digits = withoutUnit.has(code) ? 0 : withThousandths.has(code) ? 3 : 2;
  return `${(amount / 10 ** digits).toFixed(digits)} ${code}`;
}
