<?php
[, $name, $number] = $argv;
echo "Hello $name, ", $number + 1, PHP_EOL;
