/// How much one client may ask for.
package struct Limits: Sendable {
  /// The most bytes of a request's target, its address with the query.
  package var target = 16_384
  /// The most bytes of a body that is read as text: JSON, forms.
  package var text = 1_048_576
  /// The most bytes of a picture or file.
  package var blob = 50_000_000
  /// The most time for a request, its body included.
  package var request = Duration.seconds(30)
  /// How much of such a body is kept in memory while it arrives; the rest waits in a file.
  var bodyInMemory = 65_536
  /// The most changes that wait for the store at once, and the most bytes of their bodies together: far more than people
  /// make.
  package var changes = 500
  var changedBytes = 64_000_000
  /// The fewest bytes of a body in a second, on the average of the time after ``bodyGrace``.
  var slowestBody = 500
  /// The time in which a body may come as slowly as it likes.
  var bodyGrace = Duration.seconds(10)
  /// The most time for sending a picture or file.
  package var upload = Duration.seconds(300)
  /// The most time between two signs of life: cuts off those who send a request's head letter by letter.
  package var idle = Duration.seconds(30)
  /// How long a connection stays open after its request was refused: closing at once would take the answer away
  /// from a client that sends everything first and reads then.
  package var linger = Duration.seconds(3)
  /// The most connections at once; further ones wait. The system's usual limit is 1,024 open files.
  package var connections = 900
  /// The most time in which a client takes nothing of an answer that waits for it.
  package var progress = Duration.seconds(30)
  /// How often that and the pace of bodies are looked at.
  package var look = Duration.seconds(2)
  /// How many bytes of an answer the system takes before the client has (of which Linux makes twice as many).
  var sendBuffer = 131_072
  /// How often overdue requests are looked for.
  package var watch = Duration.seconds(1)
  /// The most streams of changes at once, so that connections are left for everything else.
  package var streams = 600
  /// How often a stream of changes gives a sign of life while nothing happens.
  package var heartbeat = Duration.seconds(15)
  /// The most time for one piece of a stream of changes to be taken by the other end.
  package var send = Duration.seconds(20)

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
