/// The program that reads what we write has gone: `kartoteka mock … | head`. No failure; there is just nobody to
/// write for any more.
struct BrokenPipe: Error {}
