"""Prints a greeting; whatever goes to stdout is the result of the call."""
import sys

name, number = sys.argv[1], sys.argv[2]
print("about to greet", name, file=sys.stderr)
print(f"Hello {name}, {int(number) + 1}")
