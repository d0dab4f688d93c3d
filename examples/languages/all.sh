if [ "$1" = fail ]; then echo "own error" >&2; exit 7; fi
echo note >&2
printf '%s\001%s' "$(pwd)" "$GIVEN"
for a in "$@"; do printf '\001%s' "$a"; done
echo
