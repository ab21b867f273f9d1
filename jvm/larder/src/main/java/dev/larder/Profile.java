package dev.larder;

import dev.larder.internal.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Shapes and dictionaries that {@code larder train} learned from samples, which make values small.
 * Immutable. A value names the profile that it was encoded under, and can be decoded only with it.
 *
 * <pre>{@code
 * Profile next = Profile.read(Path.of("people-2.lrdp"));
 * Profile now = Profile.read(Path.of("people-1.lrdp"));
 * Larder larder = Larder.builder().register(Person.class).profile(now).alsoReads(next).build();
 * }</pre>
 */
public final class Profile {
  private final ProfileFile content;

  private Profile(ProfileFile content) {
    this.content = content;
  }

  /**
   * Decodes a profile.
   *
   * @param bytes the content of a profile's file
   * @return the profile
   * @throws LarderException if the bytes are no profile, or damaged
   */
  public static Profile of(byte[] bytes) {
    return new Profile(ProfileFile.parse(bytes));
  }

  /**
   * Reads a profile's file.
   *
   * @param file what {@code larder train} wrote
   * @return the profile
   * @throws IOException if the file cannot be read
   * @throws LarderException if it holds no profile, or a damaged one
   */
  public static Profile read(Path file) throws IOException {
    return of(Files.readAllBytes(file));
  }

  /**
   * What values under this profile carry.
   *
   * @return six hexadecimal digits
   */
  public String id() {
    return HexFormat.of().toHexDigits(content.id(), 6);
  }

  /** Whether values of both carry the same id, though the profiles are different. */
  boolean isMistakenFor(Profile other) {
    return content.id() == other.content.id()
        && !Arrays.equals(content.digest(), other.content.digest());
  }

  ProfileFile content() {
    return content;
  }

  @Override
  public String toString() {
    return "Profile(%s)".formatted(id());
  }
}
