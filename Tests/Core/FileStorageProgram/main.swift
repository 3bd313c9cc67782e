// Changes a number in a file a hundred times, and exits at once: FileStorageProgram PATH

import ComposableCore
import Foundation

func write(_ path: String) {
  @Shared(.fileStorage(URL(fileURLWithPath: path))) var number = 0
  for value in 1...100 { $number.withLock { $0 = value } }
}

write(CommandLine.arguments[1])
