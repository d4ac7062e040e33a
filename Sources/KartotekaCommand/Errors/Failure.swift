import Kartoteka

/// Why a command could not do what it was asked, for the person: what was wrong, and what to do.
struct Failure: Error {
  /// What was wrong.
  let sentence: Phrase
  /// What to do about it; nil where the sentence says it all.
  let remedy: Phrase?
  /// The program's exit status.
  let status: ExitStatus

  /// A failure.
  init(_ sentence: Phrase, remedy: Phrase? = nil, status: ExitStatus = .failed) {
    self.sentence = sentence
    self.remedy = remedy
    self.status = status
  }

  /// The lines about it on standard error.
  func lines(_ say: Localizer) -> [String] {
    [say("Error:") + " " + say(sentence)] + (remedy.map { [say($0)] } ?? [])
  }
}

extension Failure {
  /// Reports pictures and files that could not be read, after all else was done.
  /// - Parameter missing: which they are, a sentence each.
  /// - Throws: the failure that names them; nothing where there are none.
  static func check(missing: [Phrase]) throws {
    guard let list = Phrase.list(Array(missing.prefix(20))) else { return }
    throw Failure(
      Phrase("Some pictures or files are missing or damaged: {files}", ["files": .phrase(list)]),
      remedy: "Everything else is there. Put those files back beside the database, or replace them in their records.")
  }
}
