if arg[1] == "fail" then error("own error") end
io.stderr:write("note\n")
local dir = io.popen("pwd"):read("l")
print(table.concat({dir, os.getenv("GIVEN"), table.unpack(arg)}, "\1"))
