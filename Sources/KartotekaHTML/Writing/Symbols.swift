import KartotekaScreens

/// The drawing of each symbol: on a grid of 24, with strokes of 1.6 and round ends (look: "Symbols and icons").
/// Shapes that may be filled when the symbol stands for the current screen use `--duo` as their colour.
extension Symbol.Known {
  /// The symbol's place in a ``SymbolSet``, and its shapes in SVG.
  var drawing: (bit: UInt64, shapes: StaticString) {
    switch self {
    case .person:
      (
        0,
        """
        <circle cx="12" cy="8" r="4" fill="var(--duo,none)"/>\
        <path fill="var(--duo,none)" d="M4.5 20.5c.7-4 3.6-6 7.5-6s6.8 2 7.5 6z"/>
        """
      )
    case .people:
      (
        1,
        """
        <circle cx="9" cy="8.5" r="3.6" fill="var(--duo,none)"/>\
        <path fill="var(--duo,none)" d="M2.5 19.5c.6-3.5 3-5.2 6.5-5.2s5.9 1.7 6.5 5.2z"/>\
        <path d="M15.5 5.1a3.6 3.6 0 0 1 0 6.8M18 14.7c2 .7 3.2 2.3 3.5 4.8"/>
        """
      )
    case .city:
      (
        2,
        """
        <path fill="var(--duo,none)" d="M5.5 20.5v-11l6-3.5v14.5zM11.5 10.5h7v10h-7z"/>\
        <path d="M3 20.5h18M8.5 11.5v1M8.5 15.5v1M15 14v.5M15 17v.5"/>
        """
      )
    case .map:
      (
        3,
        """
        <path fill="var(--duo,none)" d="M3.5 6.5l5.5-2.5 6 2.5 5.5-2.5v13.5l-5.5 2.5-6-2.5-5.5 2.5z"/>\
        <path d="M9 4v13.5M15 6.5v13.5"/>
        """
      )
    case .book:
      (
        4,
        """
        <path fill="var(--duo,none)" d="M12 6.5c-2-1.6-4.7-2.2-8.5-2.2v13.6c3.8 0 6.5.6 8.5 2.1 2-1.5 \
        4.7-2.1 8.5-2.1v-13.6c-3.8 0-6.5.6-8.5 2.2z"/>\
        <path d="M12 6.5v13.5"/>
        """
      )
    case .box:
      (
        5,
        """
        <path fill="var(--duo,none)" d="M4 7.5l8-4 8 4v9l-8 4-8-4z"/>\
        <path d="M4 7.5l8 4 8-4M12 11.5v9M8 5.5l8 4v3"/>
        """
      )
    case .receipt:
      (
        6,
        """
        <path fill="var(--duo,none)" d="M5.5 3.5h13v17l-2.17-1.5-2.16 1.5-2.17-1.5-2.17 1.5-2.16-1.5-2.17 \
        1.5z"/>\
        <path d="M9 8.5h6M9 12.5h6"/>
        """
      )
    case .tag:
      (
        7,
        """
        <path fill="var(--duo,none)" d="M3.5 11.5v-7a1 1 0 0 1 1-1h7a2 2 0 0 1 1.4.6l7 7a2 2 0 0 1 0 \
        2.8l-6 6a2 2 0 0 1-2.8 0l-7-7a2 2 0 0 1-.6-1.4z"/>\
        <circle cx="8" cy="8" r="1.3"/>
        """
      )
    case .gear:
      (
        8,
        """
        <path fill="var(--duo,none)" d="M10.3 5.5L10.4 2.9L13.6 2.9L13.7 5.5L15.4 6.2L17.3 4.5L19.5 \
        6.7L17.8 8.6L18.5 10.3L21.1 10.4L21.1 13.6L18.5 13.7L17.8 15.4L19.5 17.3L17.3 19.5L15.4 17.8L13.7 \
        18.5L13.6 21.1L10.4 21.1L10.3 18.5L8.6 17.8L6.7 19.5L4.5 17.3L6.2 15.4L5.5 13.7L2.9 13.6L2.9 \
        10.4L5.5 10.3L6.2 8.6L4.5 6.7L6.7 4.5L8.6 6.2z"/>\
        <circle cx="12" cy="12" r="2.8"/>
        """
      )
    case .plus:
      (
        9,
        """
        <path d="M12 5v14M5 12h14"/>
        """
      )
    case .minus:
      (
        10,
        """
        <path d="M5 12h14"/>
        """
      )
    case .x:
      (
        11,
        """
        <path d="M6 6l12 12M18 6L6 18"/>
        """
      )
    case .trash:
      (
        12,
        """
        <path d="M4.5 6.5h15M9.5 6.5v-2a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 6.5l.9 12.6a1.5 1.5 0 0 0 1.5 \
        1.4h6.2a1.5 1.5 0 0 0 1.5-1.4l.9-12.6M10 10.5v6M14 10.5v6"/>
        """
      )
    case .find:
      (
        13,
        """
        <circle cx="10.5" cy="10.5" r="6"/>\
        <path d="M15 15l5 5"/>
        """
      )
    case .go:
      (
        14,
        """
        <path d="M9 5l7 7-7 7"/>
        """
      )
    case .back:
      (
        15,
        """
        <path d="M15 5l-7 7 7 7"/>
        """
      )
    case .check:
      (
        16,
        """
        <path d="M5 12.5l4.5 4.5L19 7.5"/>
        """
      )
    case .sort:
      (
        17,
        """
        <path d="M8 18.5v-13M4.5 9L8 5.5 11.5 9M16 5.5v13M12.5 15l3.5 3.5 3.5-3.5"/>
        """
      )
    case .up:
      (
        18,
        """
        <path d="M12 19V5M6.5 10.5L12 5l5.5 5.5"/>
        """
      )
    case .down:
      (
        19,
        """
        <path d="M12 5v14M6.5 13.5L12 19l5.5-5.5"/>
        """
      )
    case .upload:
      (
        20,
        """
        <path d="M12 15.5v-11M7.5 9L12 4.5 16.5 9M4.5 15.5v3a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 \
        1.5-1.5v-3"/>
        """
      )
    case .download:
      (
        21,
        """
        <path d="M12 4.5v11M7.5 11l4.5 4.5 4.5-4.5M4.5 15.5v3a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 \
        1.5-1.5v-3"/>
        """
      )
    case .undo:
      (
        22,
        """
        <path d="M8.5 5L4 9.5 8.5 14M4 9.5h10.25a5 5 0 0 1 0 10H9.5"/>
        """
      )
    case .pin:
      (
        23,
        """
        <path fill="var(--duo,none)" d="M12 21c4.5-5 6.8-8.6 6.8-11.4a6.8 6.8 0 0 0-13.6 0C5.2 12.4 7.5 \
        16 12 21z"/>\
        <circle cx="12" cy="9.7" r="2.4"/>
        """
      )
    case .camera:
      (
        24,
        """
        <path fill="var(--duo,none)" d="M4.5 7.5h3l1.6-2.5h5.8l1.6 2.5h3a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 \
        1h-15a1 1 0 0 1-1-1v-9.5a1 1 0 0 1 1-1z"/>\
        <circle cx="12" cy="13" r="3.5"/>
        """
      )
    case .chart:
      (
        25,
        """
        <path fill="var(--duo,none)" d="M5.5 12.5h3v8h-3zM10.5 4.5h3v16h-3zM15.5 9h3v11.5h-3z"/>\
        <path d="M3 20.5h18"/>
        """
      )
    case .more:
      (
        26,
        """
        <circle cx="12" cy="12" r="8.5" fill="var(--duo,none)"/>\
        <path d="M8.2 12h.01M12 12h.01M15.8 12h.01" stroke-width="2.2"/>
        """
      )
    case .folder:
      (
        27,
        """
        <path fill="var(--duo,none)" d="M3.5 18.5v-12a1 1 0 0 1 1-1h5l2 2.5h8a1 1 0 0 1 1 1v9.5a1 1 0 0 \
        1-1 1h-15a1 1 0 0 1-1-1z"/>
        """
      )
    case .alert:
      (
        28,
        """
        <circle cx="12" cy="12" r="8.5"/>\
        <path d="M12 7.5v5M12 16v.01"/>
        """
      )
    case .clock:
      (
        29,
        """
        <circle cx="12" cy="12" r="8.5"/>\
        <path d="M12 7.5v4.5l3 2"/>
        """
      )
    case .lock:
      (
        30,
        """
        <path fill="var(--duo,none)" d="M6 10.5h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-12a1 1 0 0 1-1-1v-8a1 1 \
        0 0 1 1-1z"/>\
        <path d="M8 10.5v-3a4 4 0 0 1 8 0v3M12 14.5v2.5"/>
        """
      )
    case .list:
      (
        31,
        """
        <path d="M8.5 6.5h12M8.5 12h12M8.5 17.5h12M4 6.5h.01M4 12h.01M4 17.5h.01"/>
        """
      )
    case .card:
      (
        32,
        """
        <path d="M7.5 4h9M5.5 7h13"/>\
        <path fill="var(--duo,none)" d="M3.5 18.5v-7a1.5 1.5 0 0 1 1.5-1.5h4a1.5 1.5 0 0 1 1.3.8l.7 \
        1.2h8a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-14a1.5 1.5 0 0 1-1.5-1.5z"/>
        """
      )
    case .phone:
      (
        33,
        """
        <path fill="var(--duo,none)" d="M5 4.5h3.6l1.7 4.3-2.2 1.6a12 12 0 0 0 5.5 5.5l1.6-2.2 4.3 1.7v3.6a1.5 \
        1.5 0 0 1-1.6 1.5a15.5 15.5 0 0 1-14.4-14.4a1.5 1.5 0 0 1 1.5-1.6z"/>
        """
      )
    case .message:
      (
        34,
        """
        <path fill="var(--duo,none)" d="M12 4.5c5 0 8.5 3 8.5 7s-3.5 7-8.5 7a10.5 10.5 0 0 1-2.7-.35l-4.8 \
        1.85 1.2-3.7a6.6 6.6 0 0 1-2.2-4.8c0-4 3.5-7 8.5-7z"/>
        """
      )
    case .mail:
      (
        35,
        """
        <path fill="var(--duo,none)" d="M4.5 5.5h15a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-11a1 1 0 0 1 \
        1-1z"/><path d="M4 7l8 6 8-6"/>
        """
      )
    case .truck:
      (
        36,
        """
        <path fill="var(--duo,none)" d="M5 17H2.5V6.5h11V17H9"/><path d="M13.5 10.5h4l4 4V17H19M15 17h-1.5"/>\
        <circle cx="7" cy="17.5" r="2"/><circle cx="17" cy="17.5" r="2"/>
        """
      )
    case .funnel:
      (
        37,
        """
        <path d="M4 6.5h16M7 12h10M10 17.5h4"/>
        """
      )
    case .calendar:
      (
        38,
        """
        <path fill="var(--duo,none)" d="M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v11.5a1.5 1.5 0 0 1-1.5 1.5h-14a1.5 1.5 0 0 \
        1-1.5-1.5v-11.5a1.5 1.5 0 0 1 1.5-1.5z"/><path d="M3.5 10h17M8 3.5v4M16 3.5v4M8 14h.5M12 14h.5M16 14h.5"/>
        """
      )
    }
  }
}
