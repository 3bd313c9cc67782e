/// The version of this project: of the libraries, which each trace names, and of the command
/// `signpost`. `scripts/release.sh` changes it.
package enum LibraryVersion {
  /// As a literal, which traces refer to without a copy.
  package static let text: StaticString = "0.2.0"
}
