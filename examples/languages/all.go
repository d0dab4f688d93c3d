package main
import ("fmt"; "os"; "strings")
func main() {
  if len(os.Args) > 1 && os.Args[1] == "fail" { panic("own error") }
  fmt.Fprintln(os.Stderr, "note")
  dir, _ := os.Getwd()
  fmt.Println(strings.Join(append([]string{dir, os.Getenv("GIVEN")}, os.Args[1:]...), "\x01"))
}
