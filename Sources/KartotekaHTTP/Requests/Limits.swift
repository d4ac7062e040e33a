/// Limits of requests and connections.
package struct Limits: Sendable {
  /// The maximum length of a request target, in bytes.
  package var target = 16_384
  /// The maximum size of a JSON or form body, in bytes.
  package var text = 1_048_576
  /// The maximum size of a picture or file, in bytes.
  package var blob = 50_000_000
  /// The maximum duration of a request, including its body.
  package var request = Duration.seconds(30)
  /// The number of bytes of a body that are buffered in memory; the rest is buffered in a file.
  var bodyInMemory = 65_536
  /// The maximum number of changes that wait for the store at the same time.
  package var changes = 500
  /// The maximum total size of the bodies of waiting changes, in bytes.
  var changedBytes = 64_000_000
  /// The minimum average rate of a body after ``bodyGrace``, in bytes per second.
  var slowestBody = 500
  /// The time during which a body may arrive at any rate.
  var bodyGrace = Duration.seconds(10)
  /// The maximum duration of a request with a picture or file.
  package var upload = Duration.seconds(300)
  /// The maximum number of requests with pictures or files at the same time.
  package var uploads = 16
  /// The maximum number of those of one client.
  package var uploadsOfClient = 4
  /// The time that a request with a picture or file waits for its turn. It is shorter than ``bodyGrace``.
  package var uploadPatience = Duration.seconds(5)
  /// The maximum time without received or sent bytes. It ends connections that send a request's head too slowly.
  package var idle = Duration.seconds(30)
  /// The time for which a connection stays open after its request was refused. Closing at once would discard the response for
  /// a client that sends its whole request before it reads.
  package var linger = Duration.seconds(3)
  /// The maximum number of connections; further ones wait. The default fits the usual limit of 1,024 open files; a server that
  /// runs raises both (``fit(openFiles:)``).
  package var connections = 900
  /// The maximum time in which a client receives nothing of a waiting response.
  package var progress = Duration.seconds(30)
  /// The interval of checks of progress and of body rates.
  package var look = Duration.seconds(2)
  /// The size of the socket's send buffer, in bytes. Linux doubles it.
  var sendBuffer = 131_072
  /// The interval of checks for overdue requests.
  package var watch = Duration.seconds(1)
  /// The maximum number of change streams. The other connections remain available for requests.
  package var streams = 600
  /// The interval of heartbeats in an idle change stream.
  package var heartbeat = Duration.seconds(15)
  /// The maximum time for a client to receive one event of a change stream.
  package var send = Duration.seconds(20)

  /// Allows as many connections as the process can have open files, at most 4,000, and leaves an eighth of the files for
  /// databases. Two thirds of the connections can be change streams, so that 1,000 open screens are followed.
  package mutating func fit(openFiles: Int) {
    connections = min(4_000, openFiles / 8 * 7)
    streams = connections / 3 * 2
  }

  package init(
    target: Int = 16_384, text: Int = 1_048_576, blob: Int = 50_000_000, request: Duration = .seconds(30),
    bodyInMemory: Int = 65_536, changes: Int = 500, changedBytes: Int = 64_000_000, slowestBody: Int = 500,
    bodyGrace: Duration = .seconds(10), upload: Duration = .seconds(300), idle: Duration = .seconds(30),
    linger: Duration = .seconds(3), connections: Int = 900, progress: Duration = .seconds(30),
    look: Duration = .seconds(2), sendBuffer: Int = 131_072, watch: Duration = .seconds(1), streams: Int = 600,
    heartbeat: Duration = .seconds(15), send: Duration = .seconds(20)
  ) {
    self.target = target
    self.text = text
    self.blob = blob
    self.request = request
    self.bodyInMemory = bodyInMemory
    self.changes = changes
    self.changedBytes = changedBytes
    self.slowestBody = slowestBody
    self.bodyGrace = bodyGrace
    self.upload = upload
    self.idle = idle
    self.linger = linger
    self.connections = connections
    self.progress = progress
    self.look = look
    self.sendBuffer = sendBuffer
    self.watch = watch
    self.streams = streams
    self.heartbeat = heartbeat
    self.send = send
  }
}
