package dev.larder.lab.runner;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends this process, and all that it started, when its standard input ends: then the parent is
 * gone, for whatever reason.
 */
final class ParentWatch {
  private volatile boolean over;

  private ParentWatch() {}

  static ParentWatch start(InputStream in) {
    ParentWatch watch = new ParentWatch();
    Thread thread = new Thread(() -> watch.run(in), "parent-watch");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  /** From now on, ignores the end of the input. */
  void stop() {
    over = true;
  }

  private void run(InputStream in) {
    byte[] ignored = new byte[256];
    try {
      while (in.read(ignored) >= 0) {}
    } catch (IOException e) {
      // A broken pipe counts as the end, too.
    }
    if (!over) {
      ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
      Runtime.getRuntime().halt(1);
    }
  }
}
