exports.first = 1;
exports.other = require('./other');
