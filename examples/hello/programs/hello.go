package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	number, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	fmt.Printf("Hello %s, %d\n", os.Args[1], number+1)
}
