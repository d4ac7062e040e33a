/// The steps of storing bytes in a file and of removing it, in their order. Tests end the process after each.
enum BlobStep: String, Sendable, CaseIterable {
  /// Some of the bytes are in a temporary file.
  case written
  /// All of them are, and on the disk.
  case synced
  /// The file has its name.
  case placed
  /// The name is on the disk.
  case settled
  /// A file that nothing refers to is about to go.
  case condemned
  /// It is gone.
  case removed
}
