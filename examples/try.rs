fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let loaded = rackrent::scenario::load(&args[1], &text, &[]).unwrap_or_else(|r| { println!("{}", rackrent::diagnostic::render(&r.diagnostics, &r.sources, Default::default())); std::process::exit(2) });
    let answer = rackrent::analysis::answer(loaded).unwrap();
    let canvas = rackrent::report::Canvas { width: 110 };
    let mut out = std::io::stdout().lock();
    if args.len() < 3 { rackrent::report::explain::topics(&answer.topics(), &mut out).unwrap(); return }
    if args[2] == "debug" { println!("{:#?}", answer.comparison); return }
    match answer.explain(&args[2]) { Ok(e) => rackrent::report::explain::write(&e, 2, &canvas, &mut out).unwrap(), Err(n) => println!("{n:?}") }
}
