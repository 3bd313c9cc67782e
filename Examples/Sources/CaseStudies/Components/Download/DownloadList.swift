import ComposableArchitecture

/// Files, each with a download.
@Reducer
struct DownloadList {
  @ObservableState
  struct State: Equatable {
    var downloads: IdentifiedArrayOf<Download.State> = [
      Download.State(id: "maps"), Download.State(id: "music"), Download.State(id: "missing"),
    ]
  }

  enum Action {
    case downloads(IdentifiedActionOf<Download>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.downloads, action: \.downloads) { Download() }
  }
}
