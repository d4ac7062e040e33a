/// What the program says to the one that started it. A command that has said everything throws it.
enum ExitStatus: Int32, Error {
  /// Done.
  case done = 0
  /// Not done.
  case failed = 1
  /// The command was written wrongly: EX_USAGE of sysexits.h.
  case usage = 64
  /// Done, but some rows were rejected: EX_DATAERR of sysexits.h.
  case rejects = 65
  /// Stopped by Ctrl-C: 128 and the signal's number, as shells have it.
  case interrupted = 130
}
