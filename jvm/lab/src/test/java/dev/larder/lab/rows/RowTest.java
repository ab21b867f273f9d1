package dev.larder.lab.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.larder.lab.catalog.MeasuredCodec;
import dev.larder.lab.check.Difference;
import dev.larder.lab.codec.Codec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowTest {
  private static String losses(Object before, Object after) {
    Difference difference = new Difference();
    difference.compare(0, before, after);
    return difference.losses().isEmpty() ? "" : difference.losses().inWords();
  }

  @ParameterizedTest
  @EnumSource
  void valuesDifferFromEachOtherAndAreTheSameEachTime(Row row) {
    assertSame(row, Row.of(row.id()));
    List<Object> values = row.make();
    List<Object> again = row.make();
    for (int i = 0; i < values.size(); i++) {
      assertEquals("", losses(values.get(i), again.get(i)));
      assertNotEquals("", losses(values.get(i), values.get((i + 1) % values.size())));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyRowComesBackFromLarderAndItsRivals(Row row) throws Exception {
    for (String id :
        List.of(
            "larder-fast",
            "larder",
            "larder-small",
            "kryo-registered",
            "fory",
            "fory-compatible")) {
      Codec codec = MeasuredCodec.of(id).codec(row.subject(), null);
      for (Object value : row.make().subList(0, 10)) {
        assertEquals("", losses(value, codec.decode(codec.encode(value))), id);
      }
    }
  }

  @Test
  void aCycleThatIsLostIsADifference() {
    Team team = (Team) Row.CYCLES.make().get(0);
    Team other = (Team) Row.CYCLES.make().get(0);
    assertEquals("", losses(team, other));
    other.members.get(0).team = (Team) Row.CYCLES.make().get(0);
    assertFalse(losses(team, other).isEmpty());
  }
}
