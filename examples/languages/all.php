<?php
if (($argv[1] ?? '') === 'fail') throw new RuntimeException('own error');
fwrite(STDERR, "note\n");
echo implode("\x01", [getcwd(), getenv('GIVEN'), ...array_slice($argv, 1)]), "\n";
