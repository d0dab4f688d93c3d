// Packages for Node do this while they are loaded, whether their functions are used or not.
const { promisify } = require('util');
const { createHmac, createSecretKey, generateKeyPair, KeyObject } = require('crypto');
const http = require('node:http');

class Agent extends http.Agent {}
const generate = promisify(generateKeyPair);
exports.kinds = [typeof generate, typeof Agent];
exports.sign = (text) => {
  const key = createSecretKey(Buffer.from('key'));
  if (!(key instanceof KeyObject) || key.symmetricKeySize !== 3) throw new Error('no key');
  return createHmac('sha256', key).update(text).digest('hex');
};
