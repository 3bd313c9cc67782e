import Glibc
import SystemSupport

/// The user that a recorded program runs as, if it is another one.
package struct ProgramUser: Equatable, Sendable {
  package var name: String
  var id: uid_t
  var group: gid_t
  var home: String
  var shell: String

  /// Finds a user by name or number; nil if there is none.
  package init?(_ text: String) {
    guard let entry = getpwnam(text) ?? uid_t(text).flatMap(getpwuid) else { return nil }
    name = String(cString: entry.pointee.pw_name)
    id = entry.pointee.pw_uid
    group = entry.pointee.pw_gid
    home = entry.pointee.pw_dir.map { String(cString: $0) } ?? "/"
    shell = entry.pointee.pw_shell.map { String(cString: $0) } ?? "/bin/sh"
  }

  /// The numbers of all groups of the user.
  var groups: [gid_t] {
    var groups: [gid_t] = []
    var count: Int32 = 32
    while true {
      let room = Int(count)
      groups = [gid_t](repeating: 0, count: room)
      if getgrouplist(name, group, &groups, &count) >= 0 { return Array(groups.prefix(Int(count))) }
      // The actual number of groups; an old C library may leave it unchanged.
      count = max(count, Int32(room) * 2)
    }
  }

  /// An environment with the variables that name the user changed, as `runuser` changes them.
  func environment(_ environment: ProcessEnvironment) -> ProcessEnvironment {
    environment.setting("HOME", to: home).setting("SHELL", to: shell).setting("USER", to: name)
      .setting("LOGNAME", to: name)
  }

  /// Whether the modes of a directory, and of its ancestors, give the user access.
  func reaches(_ directory: String) -> Bool {
    guard let resolved = realpath(directory, nil) else { return false }
    defer { free(resolved) }
    var path = ""
    return passes("/")
      && String(cString: resolved).split(separator: "/").allSatisfy { part in
        path += "/" + part
        return passes(path)
      }
  }

  private func passes(_ directory: String) -> Bool {
    var status = stat()
    guard stat(directory, &status) == 0 else { return false }
    if id == 0 { return true }
    if status.st_uid == id { return status.st_mode & S_IXUSR != 0 }
    // Supplementary groups of the user are not considered: another place is used then.
    if status.st_gid == group { return status.st_mode & S_IXGRP != 0 }
    return status.st_mode & S_IXOTH != 0
  }
}
