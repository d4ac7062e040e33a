/// Kartoteka's own mark: three cards, each tab at its own place.
enum Logo {
  static let svg: StaticString = """
    <svg viewBox="0 0 48 48" width=48 height=48 aria-hidden=true><path d="M29 9.5a2.5 2.5 0 0 1 2.5-2.5h7a2.5 2.5 0 \
    0 1 2.5 2.5v15H7v-10a2.5 2.5 0 0 1 2.5-2.5h18.3z" fill="var(--soft)" opacity=.65 /><path d="M17 15.5a2.5 2.5 0 \
    0 1 2.5-2.5h8a2.5 2.5 0 0 1 2.5 2.5l.8 2H41a2.5 2.5 0 0 1 2.5 2.5v12h-39V20A2.5 2.5 0 0 1 7 17.5h9.2z" \
    fill="var(--soft)" stroke="var(--paper)" stroke-width=1.5 /><path d="M3 21.5a3 3 0 0 1 3-3h8.5a3 3 0 0 1 2.7 \
    1.7l1.6 3.3H42a3 3 0 0 1 3 3V40a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3z" fill="var(--accent)" stroke="var(--paper)" \
    stroke-width=1.5 /><path d="M9.5 30.5h29M9.5 36h18" stroke="var(--on-accent)" stroke-width=2 \
    stroke-linecap=round /></svg>
    """
}
