package dev.larder.fuzz;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The targets hold for what fuzzing begins with. */
class TargetsTest {
  @Test
  void everyMessageOfTheVectorsIsAnErrorOrAValueThatComesBack() throws IOException {
    for (byte[] message : Seeds.messages(true)) {
      ValueTarget.fuzzerTestOneInput(message);
    }
  }

  @Test
  void generatedAndInterpretedReadersAgreeOnEveryMessageOfTheVectors() throws IOException {
    for (byte[] message : Seeds.messages(true)) {
      ClassTarget.fuzzerTestOneInput(message);
    }
  }

  @Test
  void valuesAreWrittenUnderEveryProfileOfTheVectors() throws IOException {
    List<byte[]> profiles = Seeds.profiles();
    for (byte[] profile : profiles) {
      ProfileTarget.fuzzerTestOneInput(profile);
    }
  }
}
