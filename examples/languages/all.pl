use strict;
use warnings;
use Cwd;
die "own error" if @ARGV && $ARGV[0] eq 'fail';
print STDERR "note\n";
print join("\x01", getcwd(), $ENV{GIVEN}, @ARGV), "\n";
