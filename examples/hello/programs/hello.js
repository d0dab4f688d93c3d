// Prints a JSON text: a script turns it into an object with JSON.parse.
const [name, number] = process.argv.slice(2);
console.log(JSON.stringify({ greeting: `Hello ${name}`, next: Number(number) + 1 }));
