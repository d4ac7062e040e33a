/// Where the writers of this module put their bytes: a file, memory, the answer to a request.
///
/// Conform a type to it to stream an export elsewhere; writers hand over some tens of kilobytes at a time.
public protocol ByteSink: AnyObject {
  /// Takes these bytes, which are good only during the call.
  func write(_ bytes: UnsafeRawBufferPointer) throws
}
