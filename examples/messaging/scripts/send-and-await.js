// Sends a message, signed by a Java method, and waits until it was read.
// Without an account: npx outrigger simulate --port 7799 --webhook-url http://127.0.0.1:7788/
const apiUrl = pm.variables.get('apiUrl') ?? 'http://127.0.0.1:7799';
const idInstance = pm.variables.get('idInstance') ?? '7103000042';
const token = pm.variables.get('apiTokenInstance') ?? 'simulated-token';

const body = JSON.stringify({ chatId: '79990000002@c.us', message: 'Your order is on its way' });
const signature = await pm.executeAsync('signer.jar', [body, 'a shared secret'], {
  className: 'example.Signer',
  method: 'sign',
});

const sent = await pm.sendRequest({
  url: `${apiUrl}/waInstance${idInstance}/sendMessage/${token}`,
  method: 'POST',
  header: { 'Content-Type': 'application/json', 'X-Signature': signature },
  body: { mode: 'raw', raw: body },
});
const { idMessage } = sent.json();
console.log('sent as', idMessage, 'with the signature', signature);

for (const status of ['sent', 'delivered', 'read']) {
  const notification = await pm.webhooks.waitFor({ idMessage, status }, { timeout: 60000 });
  console.log(notification.title, notification.receivedAt);
}
pm.test('the signature is right', () => {
  const CryptoJS = require('crypto-js');
  pm.expect(signature).to.equal(CryptoJS.HmacSHA256(body, 'a shared secret').toString());
});
pm.test('nothing failed on the way', () => {
  pm.expect(pm.webhooks.list({ idMessage, status: 'failed' })).to.have.lengthOf(0);
});
