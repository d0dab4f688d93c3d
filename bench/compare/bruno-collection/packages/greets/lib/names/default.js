exports.name = 'Ann';
