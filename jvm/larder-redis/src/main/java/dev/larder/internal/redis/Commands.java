package dev.larder.internal.redis;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.KeyScanOutput;
import io.lettuce.core.output.MapScanOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.output.ValueListOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;

/** Commands to be dispatched on a connection of Lettuce, by what they answer. */
final class Commands {
  private static final ByteArrayCodec BYTES = ByteArrayCodec.INSTANCE;

  private Commands() {}

  static AsyncCommand<byte[], byte[], String> status(CommandType type, Object... arguments) {
    return command(type, new StatusOutput<>(BYTES), arguments);
  }

  static AsyncCommand<byte[], byte[], Long> number(CommandType type, Object... arguments) {
    return command(type, new IntegerOutput<>(BYTES), arguments);
  }

  static AsyncCommand<byte[], byte[], byte[]> value(CommandType type, Object... arguments) {
    return command(type, new ValueOutput<>(BYTES), arguments);
  }

  static AsyncCommand<byte[], byte[], List<byte[]>> values(CommandType type, List<byte[]> keys) {
    return command(type, new ValueListOutput<>(BYTES), keys.toArray());
  }

  static AsyncCommand<byte[], byte[], KeyScanCursor<byte[]>> scan(Object... arguments) {
    return command(CommandType.SCAN, new KeyScanOutput<>(BYTES), arguments);
  }

  static AsyncCommand<byte[], byte[], MapScanCursor<byte[], byte[]>> scanHash(Object... arguments) {
    return command(CommandType.HSCAN, new MapScanOutput<>(BYTES), arguments);
  }

  static AsyncCommand<byte[], byte[], List<Object>> array(CommandType type, Object... arguments) {
    return command(type, new ArrayOutput<>(BYTES), arguments);
  }

  /**
   * @param arguments bytes, numbers and texts
   */
  private static <T> AsyncCommand<byte[], byte[], T> command(
      CommandType type, CommandOutput<byte[], byte[], T> output, Object... arguments) {
    CommandArgs<byte[], byte[]> all = new CommandArgs<>(BYTES);
    for (Object argument : arguments) {
      if (argument instanceof byte[] bytes) {
        all.add(bytes);
      } else {
        all.add(argument.toString());
      }
    }
    return new AsyncCommand<>(new Command<>(type, output, all));
  }
}
