module.exports = require('./index').first + 1;
