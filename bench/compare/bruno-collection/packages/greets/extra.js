module.exports = 'extra';
