package dev.larder.service;

import java.io.IOException;
import java.io.InputStream;

/** Ends this process when its standard input ends: then its parent is gone, for whatever reason. */
final class ParentWatch {
  private ParentWatch() {}

  static void start(InputStream in) {
    Thread thread = new Thread(() -> run(in), "parent-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private static void run(InputStream in) {
    byte[] ignored = new byte[256];
    try {
      while (in.read(ignored) >= 0) {}
    } catch (IOException e) {
      // A broken pipe counts as the end, too.
    }
    Runtime.getRuntime().halt(1);
  }
}
