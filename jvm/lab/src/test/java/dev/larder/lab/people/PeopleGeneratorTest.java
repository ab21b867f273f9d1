package dev.larder.lab.people;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PeopleGeneratorTest {
  private static byte[] people(int count, long seed) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PeopleGenerator.print(count, seed, out);
    return out.toByteArray();
  }

  @Test
  void aSeedAlwaysGivesTheSamePeople() throws Exception {
    assertArrayEquals(people(100, 7), people(100, 7));
    assertFalse(Arrays.equals(people(100, 7), people(100, 8)));
  }

  /** If this fails, jfairy draws something from the date, or the dataset has changed for all. */
  @Test
  void theFirstOneIsTheSameOnAnyDay() throws Exception {
    assertEquals(
        """
        {"firstName":"Olivia","lastName":"Rowland","email":"olivia.rowland@gmail.com",\
        "username":"orowland","companyEmail":"olivia.rowland@datastore.biz",\
        "telephoneNumber":"226-962-0949","sex":"FEMALE","age":99,\
        "address":{"street":"67 Atkins Avenue","postalCode":"86845","city":"New York"}}
        """,
        new String(people(1, 1), StandardCharsets.UTF_8));
  }

  @Test
  void aboutHalfOfThemAreChinese() throws Exception {
    long chinese =
        new String(people(1_000, 1), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.codePoints().anyMatch(Character::isIdeographic))
            .count();
    assertTrue(400 < chinese && chinese < 600, () -> chinese + " of 1000");
  }
}
