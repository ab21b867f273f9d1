package dev.larder.internal.spark;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;

/** Commands to be dispatched on a connection of Lettuce. */
final class Commands {
  private Commands() {}

  static AsyncCommand<byte[], byte[], byte[]> get(byte[] key) {
    return command(
        CommandType.GET, new ValueOutput<>(ByteArrayCodec.INSTANCE), arguments().addKey(key));
  }

  /** A SET with an expiry. */
  static AsyncCommand<byte[], byte[], String> set(Write write) {
    CommandArgs<byte[], byte[]> arguments =
        arguments().addKey(write.key()).addValue(write.value()).add("PX").add(write.millis());
    return command(CommandType.SET, new StatusOutput<>(ByteArrayCodec.INSTANCE), arguments);
  }

  /** What a redirected command needs before it while its slot moves. */
  static AsyncCommand<byte[], byte[], String> asking() {
    return command(CommandType.ASKING, new StatusOutput<>(ByteArrayCodec.INSTANCE), arguments());
  }

  private static CommandArgs<byte[], byte[]> arguments() {
    return new CommandArgs<>(ByteArrayCodec.INSTANCE);
  }

  private static <T> AsyncCommand<byte[], byte[], T> command(
      CommandType type,
      CommandOutput<byte[], byte[], T> output,
      CommandArgs<byte[], byte[]> arguments) {
    return new AsyncCommand<>(new Command<>(type, output, arguments));
  }
}
