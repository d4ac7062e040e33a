/// Why a file cannot be written. ``key`` and ``arguments`` are as in ``ReadingError``.
@nonexhaustive public enum WritingError: Error, Hashable, Sendable {
  /// The file cannot be created; `reason` is the system's own message.
  case cannotCreate(file: String, reason: String)
  /// Writing failed half-way: the disk is full, the pipe closed. `reason` is the system's own message.
  case cannotWrite(file: String, reason: String)

  /// The sentences for people, for checking that a catalogue has them all.
  public enum Sentence: String, Sendable, CaseIterable {
    case cannotCreate = "The file {file} cannot be created: {reason}"
    case cannotWrite = "The file {file} could not be written to its end: {reason}"
  }

  /// The English sentence with placeholders in braces.
  public var key: String {
    switch self {
    case .cannotCreate: Sentence.cannotCreate.rawValue
    case .cannotWrite: Sentence.cannotWrite.rawValue
    }
  }

  /// The values of the placeholders.
  public var arguments: [String: String] {
    switch self {
    case .cannotCreate(let file, let reason), .cannotWrite(let file, let reason):
      ["file": file, "reason": reason]
    }
  }
}

extension WritingError: CustomStringConvertible {
  /// The sentence in English.
  public var description: String {
    arguments.reduce(key) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}
