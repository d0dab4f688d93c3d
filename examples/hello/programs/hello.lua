local name, number = arg[1], arg[2]
print(("Hello %s, %d"):format(name, tonumber(number) + 1))
