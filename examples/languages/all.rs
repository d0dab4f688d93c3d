fn main() {
  let args: Vec<String> = std::env::args().skip(1).collect();
  if args.get(1).map(|a| a == "fail").unwrap_or(false) { panic!("own error"); }
  eprintln!("note");
  let dir = std::env::current_dir().unwrap().display().to_string();
  let mut all = vec![dir, std::env::var("GIVEN").unwrap()];
  all.extend(args);
  println!("{}", all.join("\u{1}"));
}
