import Foundation

/// Tells how far the work on a damaged database is, and ends it where nobody waits for it, or the disk has no room left.
final class SalvageWatch {
  /// The bytes that stay free on the disk: other programs write there, too.
  private static let reserve: Int64 = 16 << 20

  private let path: String
  private let report: (Double) throws -> Void
  private let free: () -> Int64?
  private var share = 0.0

  /// - Parameters:
  ///   - url: a file that is written.
  ///   - free: the free bytes of its disk; nil where they are not known.
  ///   - report: receives the finished share; an error that it throws ends the work.
  init(_ url: URL, free: (() -> Int64?)? = nil, _ report: @escaping (Double) throws -> Void) {
    self.report = report
    let folder = url.deletingLastPathComponent()
    path = folder.path(percentEncoded: false)
    self.free = free ?? { Disk.free(at: folder) }
  }

  /// Notes the finished share.
  /// - Throws: ``StoreError/disk(_:)`` without room, and what the report throws.
  func progress(_ share: Double) throws {
    self.share = share
    try look()
  }

  /// Looks whether the work is to go on, at the share that was noted last.
  /// - Throws: ``StoreError/disk(_:)`` without room, and what the report throws.
  func look() throws {
    try report(share)
    if let free = free(), free < Self.reserve {
      throw StoreError.disk("\(path): \(String(cString: strerror(ENOSPC)))")
    }
  }
}

/// The bytes that may be read of a damaged database.
///
/// Each byte of a file is one value's at most. Pages that refer to each other say otherwise: a row may be as long as the file, and
/// there may be as many as fit. A table that has more than the whole file is read in part.
final class SalvageAllowance {
  /// Some rows are read from both ends.
  static let slack: Int64 = 64 << 20

  private let most: Int64
  private var left: Int64
  private var used: Int64 = 0

  /// - Parameter size: the bytes of the damaged file.
  init(_ size: Int64, slack: Int64 = SalvageAllowance.slack) {
    let most = max(size, 0).addingClamped(slack)
    self.most = most
    // Tables of one file share its bytes.
    left = most.addingClamped(most).addingClamped(most).addingClamped(most)
  }

  /// Another table begins.
  func begin() { used = 0 }

  /// Counts bytes of a table.
  /// - Throws: ``Spent``.
  func take(_ bytes: Int) throws {
    used = used.addingClamped(Int64(bytes))
    left -= min(left, Int64(bytes))
    if used > most || left == 0 { throw Spent() }
  }

  /// A table has more bytes than its file.
  struct Spent: Error {}
}

extension RawStatement {
  /// The bytes of the texts and blobs in some columns of a row.
  func bytes(in columns: Range<Int>) -> Int {
    columns.reduce(0) { sum, column -> Int in
      switch storage(column: column) {
      case .text: sum.addingClamped(bytes(column: CInt(column)).count)
      case .blob: sum.addingClamped(blob(column: column).count)
      case .integer, .real, nil: sum.addingClamped(1)
      }
    }
  }
}
