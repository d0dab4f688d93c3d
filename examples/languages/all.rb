raise ArgumentError, "own error" if ARGV[0] == "fail"
warn "note"
STDOUT.binmode
puts [Dir.pwd, ENV["GIVEN"], *ARGV].map(&:b).join("\x01".b)
