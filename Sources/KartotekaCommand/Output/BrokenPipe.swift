/// The reader of standard output has exited, as in `kartoteka mock … | head`. This is not a failure.
struct BrokenPipe: Error {}
