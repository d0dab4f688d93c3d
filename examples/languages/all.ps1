if ($args.Count -gt 0 -and $args[0] -eq 'fail') { throw 'own error' }
[Console]::Error.WriteLine('note')
Write-Output ((@((Get-Location).Path, $env:GIVEN) + $args) -join [char]1)
