if (process.argv[2] === 'fail') throw new RangeError('own error');
console.error('note');
console.log([process.cwd(), process.env.GIVEN, ...process.argv.slice(2)].join('\x01'));
