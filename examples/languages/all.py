import os, sys
if sys.argv[1:2] == ["fail"]: raise ValueError("own error")
print("note", file=sys.stderr)
sys.stdout.buffer.write("\x01".join([os.getcwd(), os.environ["GIVEN"], *sys.argv[1:]]).encode() + b"\n")
