package dev.larder.internal.message;

import dev.larder.internal.dictionary.Place;
import dev.larder.internal.shape.Names;
import dev.larder.internal.shape.Shape;
import java.util.Arrays;

/**
 * What a reader and a writer of messages need of a profile.
 *
 * @param id what messages carry
 * @param shapes by number, as one {@link dev.larder.Larder} has them; nobody changes the array
 * @param names those in their definitions, by number
 * @param root the place of a message's value
 * @param compression what compresses and decompresses texts
 */
public record KnownProfile(
    int id, Shape[] shapes, Names names, Place root, Compression compression) {
  /** The same for another owner: each binds its shapes to what it reads them with. */
  public KnownProfile copy() {
    return new KnownProfile(
        id, Arrays.stream(shapes).map(Shape::copy).toArray(Shape[]::new), names, root, compression);
  }
}
