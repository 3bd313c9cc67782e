import ComposableArchitecture
import TerminalKit

struct DownloadListView: StudyView {
  let store: StoreOf<DownloadList>

  private var prompt: Prompt<DownloadList.Action>? {
    for download in store.downloads {
      if let alert = download.alert {
        return Prompt(alert) { .downloads(.element(id: download.id, action: .alert($0))) }
      }
    }
    return nil
  }

  var currentCommands: [Command<DownloadList.Action>] {
    if let prompt { return prompt.commands }
    return store.downloads.enumerated().map { index, download in
      Command(
        "\(index + 1)", keys: [.character(Character("\(index + 1)"))], label: download.id,
        help: "download “\(download.id)”, stop that, or delete it",
        sends: .downloads(.element(id: download.id, action: .buttonTapped)))
    }
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    store.downloads.enumerated().map { index, download in
      let name = "\(index + 1)  " + download.id.padded(to: 9)
      switch download.status {
      case .downloaded(let byteCount):
        return name + Style.green("downloaded, \(byteCount) bytes", if: usesColor)
      case .downloading(let progress):
        return name + "\(String.bar(progress, width: 20)) \(Int(progress * 100)) %"
      case .failed(let reason):
        return name + Style.red(reason.printable.clipped(to: width - name.count), if: usesColor)
      case .notDownloaded: return name + Style.dim("not downloaded", if: usesColor)
      }
    } + (prompt.map { [""] + $0.lines(width: width, usesColor: usesColor) } ?? [])
  }

  /// Without the progress, of which there would be a line for each part of a file.
  var summary: String {
    (store.downloads.map { download in
      switch download.status {
      case .downloaded(let byteCount): "\(download.id): \(byteCount) bytes"
      case .downloading: "\(download.id): downloading"
      case .failed(let reason): "\(download.id): \(reason.printable)"
      case .notDownloaded: "\(download.id): none"
      }
    }
      + (prompt.map { [$0.summary] } ?? []))
      .joined(separator: " | ")
  }
}
