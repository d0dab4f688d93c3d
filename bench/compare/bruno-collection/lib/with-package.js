exports.greeting = require('greets').greet();
