/// The exit status of the program. A command throws it after it has printed all messages.
enum ExitStatus: Int32, Error {
  /// Success.
  case done = 0
  /// Failure.
  case failed = 1
  /// Invalid arguments: EX_USAGE of sysexits.h.
  case usage = 64
  /// Success with rejected rows: EX_DATAERR of sysexits.h.
  case rejects = 65
  /// Stopped by Ctrl-C: 128 plus the signal's number, as in shells.
  case interrupted = 130
}
