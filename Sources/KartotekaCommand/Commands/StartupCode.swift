import Foundation

/// The code that a program has mapped into its memory.
///
/// Starting walks through most of a large program once: every application is declared, checked and opened, every route
/// made, every type looked up. What stays mapped after that is several times what answering needs.
enum StartupCode {
  /// Takes what the process has used of its code and constants out of its memory. What it needs again comes back from the
  /// system's cache of the files, some microseconds for every 64 KB.
  ///
  /// Only where all pages are as in the file: those that were relocated, or that a debugger put a breakpoint into, are
  /// nowhere else.
  static func giveBack() {
    #if os(Linux)
      for mapping in unchanged(in: lines(of: "/proc/self/smaps")) {
        madvise(UnsafeMutableRawPointer(bitPattern: mapping.lowerBound), mapping.count, MADV_DONTNEED)
      }
    #endif
  }

  /// The lines of a file of the system. Foundation would read them up to the first short answer.
  static func lines(of path: String) -> [String] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var lines: [String] = []
    var (line, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    defer { free(line) }
    while getline(&line, &size, file) > 0 {
      if let line { lines.append(String(cString: line)) }
    }
    return lines
  }

  /// The parts of memory that are files which the process reads but doesn't write to, and has no changed pages of, as
  /// Linux describes a process (proc_pid_smaps(5)).
  static func unchanged(in maps: [String]) -> [Range<UInt>] {
    var found: [Range<UInt>] = []
    var mapping: Range<UInt>?
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    for line in maps {
      // Mappings begin with an address in small hexadecimal digits, what is said of them with a capital letter.
      if let first = line.utf8.first, capitals.contains(first) {
        guard let unchanged = mapping, line.hasPrefix("Anonymous:"), line.hasSuffix(" 0 kB\n") else { continue }
        found.append(unchanged)
      } else {
        mapping = file(line)
      }
    }
    return found
  }

  // "55d4c0a00000-55d4c0b00000 r-xp 00000000 fe:00 25464   /usr/bin/kartoteka": where, how, and what is mapped.
  private static func file(_ line: String) -> Range<UInt>? {
    let words = line.split(separator: " ")
    guard words.count > 5, words[1].hasPrefix("r-"), words[5].hasPrefix("/") else { return nil }
    let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    return bounds.count == 2 ? bounds[0]..<bounds[1] : nil
  }
}
