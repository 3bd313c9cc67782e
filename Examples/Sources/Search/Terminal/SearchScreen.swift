import ComposableArchitecture
import TerminalKit

/// The screen of the terminal: the place beside the list if there is room, otherwise below it.
@MainActor
struct SearchScreen {
  let state: SearchFeature.State
  let places: IdentifiedArrayOf<Place>
  let selection: RowSelection<Place.ID>
  let size: Screen.Size
  var usesColor = Style.isWanted

  /// From how many columns on the place is beside the list.
  private static let wide = 100
  /// The columns of the list beside the place.
  private static let listWidth = 38

  var lines: [String] {
    let bottom = footer
    let room = max(size.rows - header.count - bottom.count - 1, 1)
    let content = size.columns >= Self.wide ? sideBySide(room) : stacked(room)
    return (header + content.prefix(room) + bottom).map { $0.isEmpty ? "" : "  " + $0 }
  }

  private var width: Int { max(size.columns - 4, 20) }

  private func style(_ style: Style, _ text: String) -> String { style(text, if: usesColor) }

  // MARK: Frame

  private var header: [String] {
    let room = width - 8
    return ["", "Place: " + style(.bold, String(state.query.printable.suffix(room)) + "▏"), ""]
  }

  private var footer: [String] {
    var keys: [String] = []
    if places.count > 1 { keys.append("↑↓ select") }
    if !places.isEmpty { keys.append("return open") }
    if state.detail != nil {
      keys.append("esc close")
    } else if !state.query.isEmpty {
      keys.append("esc clear")
    }
    if state.loading.failure ?? state.detail?.loading.failure != nil {
      keys.append("ctrl-r try again")
    }
    return [""]
      + (keys + ["ctrl-d quit"]).wrapped(to: width, separator: "   ").map { style(.dim, $0) }
  }

  // MARK: Content

  private func sideBySide(_ room: Int) -> [String] {
    let left = list(room, width: Self.listWidth)
    let right = state.detail.map { lines(of: $0, width: width - Self.listWidth - 3) } ?? []
    return (0..<max(left.count, right.count)).map { row in
      let (plain, styled) = row < left.count ? left[row] : ("", "")
      guard row < right.count else { return styled }
      return styled + String(repeating: " ", count: Self.listWidth - plain.count) + "   "
        + right[row]
    }
  }

  private func stacked(_ room: Int) -> [String] {
    let detail = state.detail.map { [""] + lines(of: $0, width: width) } ?? []
    let listRoom = detail.isEmpty ? room : max(room - detail.count, 3)
    return list(listRoom, width: width).map(\.styled) + detail
  }

  /// The status, and as many rows as there is room for.
  private func list(_ room: Int, width: Int) -> [(plain: String, styled: String)] {
    guard !state.query.isEmpty else {
      return "Type a part of the name of a place."
        .wrapped(to: width).map { ($0, style(.dim, $0)) }
    }
    let color = state.loading.failure == nil ? Style.dim : .red
    let status = SearchText.status(of: state).printable.capitalized
      .wrapped(to: width).map { ($0, style(color, $0)) }
    let selected = selection.row(in: places)
    let rows = selection.rows(of: places, room: max(room - status.count, 1)).map { row in
      let text = (row == selected ? "› " : "  ") + places[row].title.printable
      let plain = text.clipped(to: width)
      return (plain, row == selected ? style(.bold, plain) : plain)
    }
    return status + rows
  }

  private func lines(of detail: SunFeature.State, width: Int) -> [String] {
    let place = detail.place
    var lines = [
      style(.bold, place.title.printable.clipped(to: width)),
      style(.dim, SearchText.position(of: place).clipped(to: width)),
    ]
    switch detail.loading {
    case .failed(let failure):
      lines += failure.description.printable.wrapped(to: width).map { style(.red, $0) }
    case .running(let attempt):
      lines.append(style(.dim, SearchText.running("loading", attempt).capitalized))
    case .idle:
      lines += detail.days.map { row($0, width: width) }
    }
    return lines
  }

  /// A day with as long a bar as there is room for.
  private func row(_ day: SunDay, width: Int) -> String {
    let text =
      day.date.printable.padded(to: 12)
      + SearchText.times(of: day).printable.padded(to: 13)
      + SearchText.duration(of: day).padded(to: 13)
    let room = width - text.count
    guard let cells = [48, 24, 12].first(where: { $0 <= room }) else {
      return text.clipped(to: width)
    }
    return text
      + (0..<cells).map { day.isLight(at: ($0 * 2 + 1) * 720 / cells) ? "█" : "░" }.joined()
  }
}

extension SunDay {
  /// Whether the sun is up so many minutes after midnight.
  func isLight(at minute: Int) -> Bool {
    guard let rise = rise.flatMap(Self.minute), let set = set.flatMap(Self.minute) else {
      return minutes > 0
    }
    return rise <= set ? rise <= minute && minute < set : minute < set || rise <= minute
  }

  private static func minute(of time: String) -> Int? {
    let parts = time.split(separator: ":").compactMap { Int($0) }
    return parts.count == 2 ? parts[0] * 60 + parts[1] : nil
  }
}

extension String {
  /// A copy of the text with a first letter in upper case.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
