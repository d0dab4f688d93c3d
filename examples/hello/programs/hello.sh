# Prints one line after the other, as a longer task would.
for word in "$@"; do
  echo "Hello $word"
done
