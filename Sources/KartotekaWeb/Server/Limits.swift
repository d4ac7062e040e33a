/// How much one client may ask for.
struct Limits: Sendable {
  /// The most bytes of a request's target, its address with the query.
  var target = 16_384
  /// The most bytes of a body that is read as text: JSON, forms.
  var text = 1_048_576
  /// The most bytes of a picture or file.
  var blob = 50_000_000
  /// The most time for a request, its body included.
  var request = Duration.seconds(30)
  /// How much of such a body is kept in memory while it arrives; the rest waits in a file.
  var bodyInMemory = 65_536
  /// The most changes that wait for the store at once, and the most bytes of their bodies together: far more than people
  /// make.
  var changes = 500
  var changedBytes = 64_000_000
  /// The fewest bytes of a body in a second, on the average of the time after ``bodyGrace``.
  var slowestBody = 500
  /// The time in which a body may come as slowly as it likes.
  var bodyGrace = Duration.seconds(10)
  /// The most time for sending a picture or file.
  var upload = Duration.seconds(300)
  /// The most time between two signs of life: cuts off those who send a request's head letter by letter.
  var idle = Duration.seconds(30)
  /// How long a connection stays open after its request was refused: closing at once would take the answer away
  /// from a client that sends everything first and reads then.
  var linger = Duration.seconds(3)
  /// The most connections at once; further ones wait. The system's usual limit is 1,024 open files.
  var connections = 900
  /// The most time in which a client takes nothing of an answer that waits for it.
  var progress = Duration.seconds(30)
  /// How often that and the pace of bodies are looked at.
  var look = Duration.seconds(2)
  /// How many bytes of an answer the system takes before the client has (of which Linux makes twice as many).
  var sendBuffer = 131_072
  /// How often overdue requests are looked for.
  var watch = Duration.seconds(1)
  /// The most streams of changes at once, so that connections are left for everything else.
  var streams = 600
  /// How often a stream of changes gives a sign of life while nothing happens.
  var heartbeat = Duration.seconds(15)
  /// The most time for one piece of a stream of changes to be taken by the other end.
  var send = Duration.seconds(20)
}
