const { name } = require('./names/default');
const { version } = require('../package.json');
const { join } = require('path');
const { double } = require('@scope/numbers');

module.exports = {
  greet: () => `hello ${name}`,
  version,
  joined: join('a', 'b'),
  four: double(2),
  file: typeof __filename,
};
