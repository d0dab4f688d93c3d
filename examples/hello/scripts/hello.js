// Scripts call programs you already have: files in the folder "programs", run as they are.
// Press Ctrl+Enter to run, and look at the console below.

// Python. The result is what the program prints; its stderr is shown, and does not make the call fail.
const python = await pm.executeAsync('hello.py', ['world', 42]);
console.log('Python says:', python);

// JavaScript. A program can print JSON.
const answer = JSON.parse(await pm.executeAsync('hello.js', ['world', 42]));
console.log('JavaScript says:', answer);

// Shell. Arguments arrive exactly as they are: no quoting, no surprises.
const shell = await pm.executeAsync('hello.sh', ['spaces are fine', '$HOME', "it's"]);

pm.test('Python greets and counts', () => {
  pm.expect(python).to.equal('Hello world, 43');
});
pm.test('JavaScript answers with an object', () => {
  pm.expect(answer).to.deep.equal({ greeting: 'Hello world', next: 43 });
});
pm.test('the shell got every argument unchanged', () => {
  pm.expect(shell.split('\n')).to.deep.equal(['Hello spaces are fine', 'Hello $HOME', "Hello it's"]);
});
