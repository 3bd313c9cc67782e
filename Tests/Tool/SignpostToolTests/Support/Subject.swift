import Foundation
import TestSupport

/// A C program with a tiny provider named like ours, built once for all tests.
enum Subject {
  static let path: String = {
    do {
      return try build()
    } catch {
      return "/nonexistent/\(error)"
    }
  }()

  private static let bench: Workbench? = {
    atexit { Subject.remove() }
    return try? Workbench()
  }()

  private static func remove() {
    if let bench { try? FileManager.default.removeItem(atPath: bench.directory) }
  }

  private static func build() throws -> String {
    guard let bench else { throw Workbench.Problem("no directory") }
    try bench.file("provider.h", provider)
    let source = try bench.file("subject.c", program)
    let result = try bench.run(
      ["cc", "-O1", "-I\(bench.directory)", source, "-o", bench.path("subject"), "-llttng-ust"])
    guard result.code == 0 else { throw Workbench.Problem(result.errors) }
    return bench.path("subject")
  }

  private static let provider = """
    #undef LTTNG_UST_TRACEPOINT_PROVIDER
    #define LTTNG_UST_TRACEPOINT_PROVIDER composable
    #undef LTTNG_UST_TRACEPOINT_INCLUDE
    #define LTTNG_UST_TRACEPOINT_INCLUDE "./provider.h"
    #if !defined(PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
    #define PROVIDER_H
    #include <lttng/tracepoint.h>
    LTTNG_UST_TRACEPOINT_EVENT(composable, tick,
      LTTNG_UST_TP_ARGS(uint64_t, number, const char *, name),
      LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, number, number)
        lttng_ust_field_string(name, name)))
    #endif
    #include <lttng/tracepoint-event.h>
    """

  private static let program = #"""
    #define _GNU_SOURCE
    #define LTTNG_UST_TRACEPOINT_CREATE_PROBES
    #define LTTNG_UST_TRACEPOINT_DEFINE
    #include "provider.h"
    #include <fcntl.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/wait.h>
    #include <unistd.h>

    static void burst(long count) {
      char name[65];
      memset(name, 'x', 64);
      name[64] = 0;
      for (long i = 0; i < count; i++) lttng_ust_tracepoint(composable, tick, i, name);
    }

    static void announce(const char *path) {
      char line[512];
      const char *home = getenv("LTTNG_HOME");
      int length = snprintf(line, sizeof line, "ready %d %d %s\n", getpid(), getppid(),
                            home ? home : "-");
      int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
      if (write(file, line, length) != length) _exit(99);
      close(file);
    }

    int main(int argc, char **argv) {
      const char *mode = argc > 1 ? argv[1] : "";
      const char *value = argc > 2 ? argv[2] : "";
      sigset_t all;
      sigfillset(&all);
      if (!strcmp(mode, "signals")) sigprocmask(SIG_BLOCK, &all, NULL);
      burst(!strcmp(mode, "burst") ? atol(value) : 1);
      if (!strcmp(mode, "exit")) return atoi(value);
      if (!strcmp(mode, "kill")) {
        signal(atoi(value), SIG_DFL);
        raise(atoi(value));
        return 98;
      }
      if (!strcmp(mode, "copy")) {
        char buffer[65536];
        ssize_t count;
        while ((count = read(0, buffer, sizeof buffer)) > 0)
          if (write(1, buffer, count) != count) return 97;
        return write(2, "\xff\x00 error", 8) == 8 ? 0 : 97;
      }
      if (!strcmp(mode, "argument")) return write(1, value, strlen(value)) < 0;
      if (!strcmp(mode, "wait")) {
        char byte;
        announce(value);
        while (read(0, &byte, 1) > 0) {}
        burst(1);
        return 0;
      }
      /* Writes down each signal that arrives, until SIGUSR2. */
      if (!strcmp(mode, "signals")) {
        announce(value);
        for (;;) {
          char line[32];
          int number = sigwaitinfo(&all, NULL);
          if (number == SIGUSR2) return 9;
          int file = open(value, O_WRONLY | O_APPEND);
          int length = snprintf(line, sizeof line, "signal %d\n", number);
          if (write(file, line, length) != length) return 96;
          close(file);
        }
      }
      if (!strcmp(mode, "family")) {
        if (fork() == 0) execl("/proc/self/exe", "child", "burst", "10", NULL);
        return wait(NULL) < 0;
      }
      /* Leaves a process behind that goes on until a file appears. */
      if (!strcmp(mode, "leave")) {
        if (fork() == 0) {
          setsid();
          while (access(value, F_OK)) usleep(10000);
          _exit(0);
        }
      }
      return 0;
    }
    """#
}
