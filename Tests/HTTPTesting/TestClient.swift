import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix

/// A response of a server under test.
public struct TestResponse: Sendable {
  /// The status.
  public let status: HTTPResponse.Status
  /// The headers.
  public let headers: HTTPFields
  /// The body, as it was sent.
  public let body: ByteBuffer
}

/// A client of a server under test, which opens a connection for each request.
public struct TestClient: Sendable {
  /// The port of the server.
  public let port: Int

  /// A request of a connection got no whole response.
  public struct NoResponse: Error {}

  /// Sends a request and waits for its whole response.
  /// - Parameter read: reads what a test needs of the response.
  /// - Throws: ``NoResponse`` where the server closed the connection before it, and errors of the connection.
  @discardableResult
  public func execute<Value: Sendable>(
    uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:], body: ByteBuffer? = nil,
    read: (TestResponse) async throws -> Value
  ) async throws -> Value {
    try await read(try await execute(uri: uri, method: method, headers: headers, body: body))
  }

  /// Sends a request and waits for its whole response.
  /// - Throws: ``NoResponse`` where the server closed the connection before it, and errors of the connection.
  @discardableResult
  public func execute(
    uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:], body: ByteBuffer? = nil
  ) async throws -> TestResponse {
    var head = HTTPRequest(method: method, scheme: nil, authority: "localhost", path: uri, headerFields: headers)
    if let body { head.headerFields[.contentLength] = String(body.readableBytes) }
    let request = head
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPClientCodec())
          return try NIOAsyncChannel<HTTPResponsePart, HTTPRequestPart>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await withThrowingTaskGroup(of: Void.self) { group in
        // A server may answer before it has read the whole body, and close.
        group.addTask {
          try? await outbound.write(.head(request))
          if let body, body.readableBytes > 0 { try? await outbound.write(.body(body)) }
          try? await outbound.write(.end(nil))
        }
        defer { group.cancelAll() }
        return try await Self.response(inbound)
      }
    }
  }

  private static func response(_ inbound: NIOAsyncChannelInboundStream<HTTPResponsePart>) async throws -> TestResponse {
    var head: HTTPResponse?
    var body = ByteBuffer()
    for try await part in inbound {
      switch part {
      case .head(let response): head = response
      case .body(let bytes): body.writeImmutableBuffer(bytes)
      case .end:
        guard let head else { throw NoResponse() }
        return TestResponse(status: head.status, headers: head.headerFields, body: body)
      }
    }
    throw NoResponse()
  }
}
