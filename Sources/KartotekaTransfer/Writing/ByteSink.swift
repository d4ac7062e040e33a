import KartotekaModel

/// The destination of writers: a file, memory, a response.
///
/// Conform a type to stream an export elsewhere. Writers send some tens of kilobytes at a time.
public protocol ByteSink: AnyObject {
  /// Writes bytes, which are valid only during the call.
  func write(_ bytes: UnsafeRawBufferPointer) throws
}

/// A sink in memory.
public final class MemorySink: ByteSink {
  /// The written bytes.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty sink.
  public init() {}

  /// The written bytes as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends bytes to ``bytes``.
  public func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes.append(contentsOf: bytes)
  }
}

/// The reason why a file can't be written. ``key`` and ``arguments`` are as in ``ReadingError``.
@nonexhaustive public enum WritingError: Error, Hashable, Sendable {
  /// The file can't be created; `reason` is the system's message.
  case cannotCreate(file: String, reason: String)
  /// A write failed, for example because the disk is full. `reason` is the system's message.
  case cannotWrite(file: String, reason: String)

  /// All sentences, for tests of catalogues.
  public enum Sentence: String, Sendable, CaseIterable {
    case cannotCreate = "The file {file} cannot be created: {reason}"
    case cannotWrite = "The file {file} could not be written to its end: {reason}"
  }

  /// The English sentence with placeholders.
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
  /// The English sentence.
  public var description: String {
    Localizer.english(Phrase(key, arguments.mapValues { .text($0) }))
  }
}
