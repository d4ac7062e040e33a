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
