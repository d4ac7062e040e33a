import KartotekaStore

/// How far somebody has followed an application's changes, as text: the run of the program and the number of the
/// last commit, `k3x9-412`.
enum ChangePlace {
  /// The place behind the commit of that number.
  static func text(_ number: Int, in feed: ChangeFeed) -> String { "\(feed.run)-\(number)" }

  /// The number of the commit behind which a place is; nil for places of other runs, and for what is none.
  static func number(_ text: String, in feed: ChangeFeed) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0] == feed.run ? Int(parts[1]) : nil
  }
}
