import Kartoteka

/// The failure of a command, with a remedy.
struct Failure: Error {
  /// The description of the failure.
  let sentence: Phrase
  /// The remedy; nil if the description suffices.
  let remedy: Phrase?
  /// The exit status.
  let status: ExitStatus

  /// Makes a failure.
  init(_ sentence: Phrase, remedy: Phrase? = nil, status: ExitStatus = .failed) {
    self.sentence = sentence
    self.remedy = remedy
    self.status = status
  }

  /// The lines for standard error.
  func lines(_ say: Localizer) -> [String] {
    ([say("Error:") + " " + say(sentence)] + (remedy.map { [say($0)] } ?? [])).map(Program.current.naming)
  }
}

extension Failure {
  /// Reports missing or damaged pictures and files after all other work is done.
  /// - Parameter missing: one sentence for each.
  /// - Throws: a ``Failure`` that lists them, unless there are none.
  static func check(missing: [Phrase]) throws {
    guard let list = Phrase.list(Array(missing.prefix(20))) else { return }
    throw Failure(
      Phrase("Some pictures or files are missing or damaged: {files}", ["files": .phrase(list)]),
      remedy: "Everything else is complete. Restore those files beside the database, or replace them in their records.")
  }
}

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
