/// The destination of writers: a file, memory, a response.
///
/// Conform a type to stream an export elsewhere. Writers send some tens of kilobytes at a time.
public protocol ByteSink: AnyObject {
  /// Writes bytes, which are valid only during the call.
  func write(_ bytes: UnsafeRawBufferPointer) throws
}
