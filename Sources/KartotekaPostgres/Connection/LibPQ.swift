import Foundation

/// PostgreSQL's client library. It is loaded when it is first needed, so that machines without it build and run everything
/// else.
struct LibPQ: Sendable {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  let connectStart: @convention(c) (UnsafePointer<Text?>, UnsafePointer<Text?>, CInt) -> Connection?
  let connectPoll: @convention(c) (Connection) -> CInt
  let finish: @convention(c) (Connection) -> Void
  let status: @convention(c) (Connection) -> CInt
  let socket: @convention(c) (Connection) -> CInt
  let errorMessage: @convention(c) (Connection) -> Text?
  let setErrorVerbosity: @convention(c) (Connection, CInt) -> CInt
  let setNoticeProcessor:
    @convention(c) (Connection, @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void, UnsafeMutableRawPointer?) ->
      UnsafeRawPointer?
  let needsPassword: @convention(c) (Connection) -> CInt
  let serverVersion: @convention(c) (Connection) -> CInt
  let host: @convention(c) (Connection) -> Text?
  let port: @convention(c) (Connection) -> Text?
  let database: @convention(c) (Connection) -> Text?
  let user: @convention(c) (Connection) -> Text?
  let setNonblocking: @convention(c) (Connection, CInt) -> CInt
  let sendQuery: @convention(c) (Connection, Text) -> CInt
  let sendQueryParams:
    @convention(c) (
      Connection, Text, CInt, OpaquePointer?, UnsafePointer<Text?>?, OpaquePointer?, OpaquePointer?, CInt
    ) -> CInt
  let flush: @convention(c) (Connection) -> CInt
  let consumeInput: @convention(c) (Connection) -> CInt
  let isBusy: @convention(c) (Connection) -> CInt
  let getResult: @convention(c) (Connection) -> Result?
  let resultStatus: @convention(c) (Result) -> CInt
  let resultField: @convention(c) (Result, CInt) -> Text?
  let commandRows: @convention(c) (Result) -> Text?
  let commandStatus: @convention(c) (Result) -> Text?
  let setSingleRowMode: @convention(c) (Connection) -> CInt
  let rowCount: @convention(c) (Result) -> CInt
  let columnCount: @convention(c) (Result) -> CInt
  let isNull: @convention(c) (Result, CInt, CInt) -> CInt
  let value: @convention(c) (Result, CInt, CInt) -> Text?
  let length: @convention(c) (Result, CInt, CInt) -> CInt
  let notifies: @convention(c) (Connection) -> UnsafeMutableRawPointer?
  let clear: @convention(c) (Result) -> Void
  let putCopyData: @convention(c) (Connection, UnsafeRawPointer, CInt) -> CInt
  let putCopyEnd: @convention(c) (Connection, Text?) -> CInt
  let getCopyData: @convention(c) (Connection, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, CInt) -> CInt
  let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let parseAddress:
    @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> UnsafeMutableRawPointer?
  let freeOptions: @convention(c) (UnsafeMutableRawPointer) -> Void

  /// The library; nil where it is not installed.
  static let shared = LibPQ()

  #if os(macOS)
    private static let names = [
      "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
    ]
  #else
    private static let names = ["libpq.so.5"]
  #endif

  /// - Parameter names: the names under which it is looked for.
  init?(_ names: [String] = Self.names) {
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
    // The types are those of libpq-fe.h. A function that is missing belongs to a library that is too old.
    func function<F>(_ name: String, _: F.Type = F.self) throws(Missing) -> F {
      guard let address = dlsym(library, name) else { throw Missing() }
      return unsafeBitCast(address, to: F.self)
    }
    do throws(Missing) {
      connectStart = try function("PQconnectStartParams")
      connectPoll = try function("PQconnectPoll")
      finish = try function("PQfinish")
      status = try function("PQstatus")
      socket = try function("PQsocket")
      errorMessage = try function("PQerrorMessage")
      setErrorVerbosity = try function("PQsetErrorVerbosity")
      setNoticeProcessor = try function("PQsetNoticeProcessor")
      needsPassword = try function("PQconnectionNeedsPassword")
      serverVersion = try function("PQserverVersion")
      host = try function("PQhost")
      port = try function("PQport")
      database = try function("PQdb")
      user = try function("PQuser")
      setNonblocking = try function("PQsetnonblocking")
      sendQuery = try function("PQsendQuery")
      sendQueryParams = try function("PQsendQueryParams")
      flush = try function("PQflush")
      consumeInput = try function("PQconsumeInput")
      isBusy = try function("PQisBusy")
      getResult = try function("PQgetResult")
      resultStatus = try function("PQresultStatus")
      resultField = try function("PQresultErrorField")
      commandRows = try function("PQcmdTuples")
      commandStatus = try function("PQcmdStatus")
      setSingleRowMode = try function("PQsetSingleRowMode")
      rowCount = try function("PQntuples")
      columnCount = try function("PQnfields")
      isNull = try function("PQgetisnull")
      value = try function("PQgetvalue")
      length = try function("PQgetlength")
      notifies = try function("PQnotifies")
      clear = try function("PQclear")
      putCopyData = try function("PQputCopyData")
      putCopyEnd = try function("PQputCopyEnd")
      getCopyData = try function("PQgetCopyData")
      freeMemory = try function("PQfreemem")
      parseAddress = try function("PQconninfoParse")
      freeOptions = try function("PQconninfoFree")
    } catch {
      return nil
    }
  }

  private struct Missing: Error {}
}
