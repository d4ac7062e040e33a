import Foundation
import FoundationNetworking
import Synchronization

/// The connections to services: a `URLSession` that keeps no cookies and no responses and follows no redirects.
final class NetworkSession: Sendable {
  private let exchanges = Exchanges()
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // Callers limit the time of an attempt. This limit only ends a connection whose caller is gone.
    configuration.timeoutIntervalForRequest = 60
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  /// Ends all connections; requests under way fail.
  func shutdown() { session.invalidateAndCancel() }

  /// Sends a request and reads the response. The body of a response that is not 200 is not read.
  /// - Throws: `URLError`, ``AnswerTooLarge``, `CancellationError`.
  func send(_ request: URLRequest, limit: Int) async throws -> NetworkAnswer {
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchanges.begin(task, limit: limit, continuation)
        task.resume()
      }
    } onCancel: {
      exchanges.end(task, with: .failure(CancellationError()))
    }
  }
}

/// The requests under way, by the number of their task.
private final class Exchanges: NSObject, URLSessionDataDelegate {
  private struct Exchange {
    let limit: Int
    let continuation: CheckedContinuation<NetworkAnswer, any Error>
    var response: HTTPURLResponse?
    var bytes: [UInt8] = []
  }

  private let underWay = Mutex<[Int: Exchange]>([:])

  func begin(
    _ task: URLSessionTask, limit: Int, _ continuation: CheckedContinuation<NetworkAnswer, any Error>
  ) {
    // A caller that was cancelled before this line did not find its exchange.
    guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
    underWay.withLock { $0[task.taskIdentifier] = Exchange(limit: limit, continuation: continuation) }
    if Task.isCancelled { end(task, with: .failure(CancellationError())) }
  }

  /// Resumes the caller unless it was resumed before, and ends the connection.
  func end(_ task: URLSessionTask, with result: Result<NetworkAnswer, any Error>) {
    guard let exchange = underWay.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    task.cancel()
    exchange.continuation.resume(with: result)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
    end(task, with: .success(NetworkAnswer(response)))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else {
      completionHandler(.cancel)
      return end(dataTask, with: .failure(URLError(.badServerResponse)))
    }
    let limit = underWay.withLock { exchanges in
      exchanges[dataTask.taskIdentifier]?.response = response
      return exchanges[dataTask.taskIdentifier]?.limit ?? 0
    }
    if response.statusCode != 200 {
      completionHandler(.cancel)
      end(dataTask, with: .success(NetworkAnswer(response)))
    } else if response.expectedContentLength > Int64(limit) {
      completionHandler(.cancel)
      end(dataTask, with: .failure(AnswerTooLarge()))
    } else {
      completionHandler(.allow)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = underWay.withLock { exchanges in
      guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return false }
      let isTooLarge = exchange.bytes.count + data.count > exchange.limit
      if !isTooLarge { exchange.bytes += data }
      exchanges[dataTask.taskIdentifier] = exchange
      return isTooLarge
    }
    if isTooLarge { end(dataTask, with: .failure(AnswerTooLarge())) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let result: Result<NetworkAnswer, any Error> = underWay.withLock { exchanges in
      guard error == nil, let exchange = exchanges[task.taskIdentifier], let response = exchange.response else {
        return .failure(error ?? URLError(.badServerResponse))
      }
      return .success(NetworkAnswer(response, exchange.bytes))
    }
    end(task, with: result)
  }
}
