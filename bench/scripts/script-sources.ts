/** The scripts that the sandboxes are compared by, and the body of the response that one of them reads. */
export const trivial = "pm.test('sum', () => { pm.expect(1 + 1).to.equal(2); });";
export const heavy = `
const CryptoJS = require('crypto-js');
const text = 'x'.repeat(1024 * 1024);
const hash = CryptoJS.SHA256(text).toString();
const key = CryptoJS.enc.Hex.parse('000102030405060708090a0b0c0d0e0f');
const sealed = CryptoJS.AES.encrypt(text, key, { iv: key }).toString();
let seed = 12345;
const numbers = [];
for (let i = 0; i < 200000; i++) { seed = (seed * 1103515245 + 12345) & 0x7fffffff; numbers.push(seed); }
numbers.sort((a, b) => a - b);
const data = pm.response.json();
if (hash.length !== 64 || sealed.length < 1e6 || data.length < 1000) throw new Error('wrong');
`;
export const tests = "for (let i = 0; i < 10000; i++) pm.test('t' + i, () => { pm.expect(i).to.equal(i); });";
export const lines = "for (let i = 0; i < 10000; i++) console.log('line', i, { i });";

export function fiveMegabytes(): string {
  const items: object[] = [];
  for (let size = 0; size < 5e6; size += 112) {
    const id = items.length;
    items.push({
      id,
      name: `user-${id}`,
      email: `u${id}@example.com`,
      tags: ['a', 'b'],
      value: id * 1.5,
      nested: { x: true },
    });
  }
  return JSON.stringify(items);
}
