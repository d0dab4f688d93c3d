name, number = ARGV
puts "Hello #{name}, #{number.to_i + 1}"
