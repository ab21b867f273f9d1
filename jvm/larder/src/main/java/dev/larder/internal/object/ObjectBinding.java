package dev.larder.internal.object;

import dev.larder.Level;
import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.ObjectCodec;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.bind.Property;
import dev.larder.internal.bind.ReadPlan;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bind.ShapeReader;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.kind.Sharing;
import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.tree.RecordWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.MethodTooLargeException;

/**
 * A registered class: its fields, the shape that its objects are written as, and a reader for each
 * shape that they were once written as.
 */
public final class ObjectBinding extends Binding {
  /** As many generated readers a class may have, beside its own shape's and those of profiles. */
  private static final int MAX_GENERATED = 64;

  /** Shapes of more keys get none: no JIT compiles what is generated for them. */
  private static final int MAX_KEYS = 256;

  /** As many readers a class remembers, and only of shapes whose names have so few characters. */
  private static final int MAX_READERS = 256;

  private static final int MAX_CHARACTERS = 4096;

  private final ObjectType object;
  private final Class<?> type;
  private final Shape shape;

  /** As {@link #object}, where a field's declared type says the class: then it is not named. */
  private final ObjectType declared;

  private final Registry registry;

  /** Whether so many fields may be null that an object has gaps. */
  private final boolean mayHaveManyNulls;

  private final Map<String, Integer> fields = new HashMap<>();
  private final AtomicInteger generated = new AtomicInteger();

  /**
   * Readers that are generated, and those of maps' shapes, which other classes may be read from,
   * too; the rest are with their shapes. By {@link #key}.
   */
  private final Map<Object, ShapeReader> readers = new ConcurrentHashMap<>();

  /** The reader of the last shape of no class: fields mostly have one. */
  private OfMap lastOfMap = new OfMap(null, null);

  private record OfMap(Shape shape, ShapeReader reader) {}

  /**
   * @param declared as {@code object}, with a shape that does not name the class; {@code object} if
   *     it is always to be named
   */
  public ObjectBinding(ObjectType object, ObjectType declared, Registry registry) {
    this.object = object;
    this.declared = declared;
    object.binding = this;
    this.registry = registry;
    type = object.type;
    shape = object.shape();
    List<Property> properties = object.properties();
    long references = properties.stream().filter(property -> !property.isPrimitive()).count();
    mayHaveManyNulls = references > 1 + (properties.size() + 7) / 8;
    for (int i = 0; i < properties.size(); i++) {
      for (String formerly : properties.get(i).formerly) {
        fields.put(formerly, i);
      }
    }
    for (int i = 0; i < properties.size(); i++) {
      fields.put(properties.get(i).name, i);
    }
  }

  public ObjectType object() {
    return object;
  }

  /** Generates what reaches into the objects of a class, if that can be had. */
  public static ObjectCodec codec(ObjectType object) {
    try {
      try {
        return Generator.codec(object);
      } catch (LinkageError | IllegalAccessException | MethodTooLargeException e) {
        return new HandleCodec(object);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("%s cannot be written".formatted(object.type.getName()), e);
    }
  }

  // Writing.

  @Override
  public void write(Output out, Object value, Place place) {
    if (value.getClass() != type) {
      registry.host().write(out, value, place);
      return;
    }
    int levels = Sharing.begin(out, value, object.isRecord());
    if (levels == Sharing.AGAIN) {
      return;
    }
    long mark = out.mark();
    write(out, value, object.codec(), shape);
    Sharing.end(out, levels, value, place, mark);
  }

  private void write(Output out, Object value, ObjectCodec codec, Shape shape) {
    out.descend();
    if (mayHaveManyNulls
        && out.level != Level.FAST
        && RecordWriter.hasManyNulls(out, codec.nulls(value), shape.keys.length)) {
      writeGapped(out, codec, value, shape);
    } else if (out.level == Level.FAST) {
      out.position = codec.writeFast(out, value, out.record(shape, out.room(out.position)));
    } else {
      out.record(shape);
      codec.write(out, value);
    }
    out.ascend();
  }

  @Override
  public void writeDeclared(Output out, Object value, Place place) {
    if (isImplied(out, value)) {
      long mark = out.mark();
      write(out, value, declared.codec(), declared.shape());
      out.entryFor(place, mark);
    } else {
      writeField(out, value, place);
    }
  }

  /**
   * Whether a field's type says the class. A shared object has it: it may be met first in a field
   * that a later class does not have.
   */
  private boolean isImplied(Output out, Object value) {
    return declared != object && value != null && value.getClass() == type && out.shared == null;
  }

  @Override
  public int writeFast(Output out, Object value, Place place, int at) {
    if (value == null || value.getClass() != type || out.shared != null) {
      return super.writeFast(out, value, place, at);
    }
    return writeFast(out, value, object.codec(), out.record(shape, at));
  }

  private static int writeFast(Output out, Object value, ObjectCodec codec, int at) {
    out.descend();
    int end = codec.writeFast(out, value, at);
    out.ascend();
    return end;
  }

  /**
   * With the class, unless the profile knows these objects without it: to name it costs no time.
   */
  @Override
  public int writeDeclaredFast(Output out, Object value, Place place, int at) {
    return declared.shape().number >= 0 && isImplied(out, value)
        ? writeFast(out, value, declared.codec(), out.record(declared.shape(), at))
        : writeFast(out, value, place, at);
  }

  private static void writeGapped(Output out, ObjectCodec codec, Object value, Shape shape) {
    out.u8(Tag.GAPPED_RECORD);
    out.gapsHead(shape, Tag.Gap.NULL);
    out.multiply((long) Input.VALUE_BYTES * shape.keys.length);
    codec.writeGapped(out, value);
  }

  // Reading.

  @Override
  public Object readField(Input in, Slot slot) {
    int at = in.position;
    if (at < in.end) {
      int number = (in.bytes[at] & 0xFF) - Tag.RECORD;
      if (number >= 0 && number < Tag.SHORT_RECORDS) {
        in.position = at + 1;
        return reader(in, in.shape(number), slot).readObject(in);
      }
    }
    return super.readField(in, slot);
  }

  @Override
  public Object read(Input in, int tag, Slot slot) {
    if (Tag.isRecord(tag)) {
      return reader(in, in.record(tag), slot).readObject(in);
    }
    return tag == Tag.GAPPED_RECORD
        ? readRecord(in, Gaps.ofRecord(in), slot)
        : readOther(in, tag, slot);
  }

  @Override
  public Object readRecord(Input in, Gaps gaps, Slot slot) {
    return reader(in, gaps.shape, slot).readObject(in, gaps);
  }

  private ShapeReader reader(Input in, Shape found, Slot slot) {
    ShapeReader reader = (ShapeReader) found.binding;
    return reader != null && reader.plan.owner == object ? reader : otherReader(in, found, slot);
  }

  private ShapeReader otherReader(Input in, Shape found, Slot slot) {
    if (found.className == null) {
      return mapReader(found);
    }
    ShapeReader other = registry.reader(in, found);
    if (!type.isAssignableFrom(other.plan.owner.type)) {
      throw slot.conflict(in, "an object of class " + found.className);
    }
    return other;
  }

  /** What a shape is remembered by: one of a profile has places, which an equal one has not. */
  private static Object key(Shape shape) {
    return shape.number < 0 ? shape : shape.places;
  }

  private ShapeReader mapReader(Shape found) {
    OfMap last = lastOfMap;
    if (last.shape != found) {
      last = new OfMap(found, findMapReader(found));
      lastOfMap = last;
    }
    return last.reader;
  }

  private ShapeReader findMapReader(Shape found) {
    Object key = key(found);
    ShapeReader known = readers.get(key);
    if (known == null) {
      known = interpreted(plan(found));
      if (isSmall(found)) {
        if (readers.size() >= MAX_READERS) {
          // Whoever makes up shapes pushes out what others were; what is generated stays.
          readers.values().removeIf(InterpretedReader.class::isInstance);
        }
        readers.put(key, known);
      }
    }
    return known;
  }

  private ShapeReader interpreted(ReadPlan plan) {
    return new InterpretedReader(plan, this::generate);
  }

  /** Whether a shape may be remembered: it costs little. */
  private static boolean isSmall(Shape shape) {
    int characters = 0;
    for (Object key : shape.keys) {
      characters += key instanceof String name ? name.length() : 0;
    }
    return shape.keys.length <= MAX_KEYS && characters <= MAX_CHARACTERS;
  }

  /** The reader of a shape that names this class. */
  public ShapeReader bind(Shape found) {
    ShapeReader known = (ShapeReader) found.binding;
    if (known != null && known.plan.owner == object) {
      return known;
    }
    // The same shape comes anew when its definition was forgotten.
    ShapeReader generated = readers.get(key(found));
    if (generated != null) {
      found.binding = generated;
      return generated;
    }
    ReadPlan plan = plan(found);
    found.binding = interpreted(plan);
    if (found.equals(shape)) {
      generate(plan);
    }
    return (ShapeReader) found.binding;
  }

  private ReadPlan plan(Shape found) {
    int[] ofKeys = new int[found.keys.length];
    Slot[] slots = new Slot[found.keys.length];
    boolean[] taken = new boolean[object.properties().size()];
    // A field's own name goes before what it was called.
    for (int pass = 0; pass < 2; pass++) {
      for (int key = 0; key < ofKeys.length; key++) {
        Integer field = found.keys[key] instanceof String name ? fields.get(name) : null;
        boolean own = field != null && object.properties().get(field).name.equals(found.keys[key]);
        if (pass == 0) {
          ofKeys[key] = own ? field : -1;
        } else if (!own && field != null && !taken[field]) {
          ofKeys[key] = field;
        }
        if (ofKeys[key] >= 0 && slots[key] == null) {
          taken[ofKeys[key]] = true;
          slots[key] =
              object.properties().get(ofKeys[key]).slot(registry.host(), type, found.places[key]);
        }
      }
    }
    return new ReadPlan(object, found, ofKeys, slots, registry.skipping());
  }

  /** Puts a generated reader in the place of an interpreted one, if it can be had. */
  private void generate(ReadPlan plan) {
    Shape of = plan.shape;
    if (object.codec() instanceof HandleCodec || !isSmall(of) || !mayGenerate(of)) {
      return;
    }
    try {
      ShapeReader reader =
          Generator.reader(object, of, plan.fields, registry.host(), registry.skipping());
      reader.plan = plan;
      readers.put(key(of), reader);
      if (of.className != null) {
        of.binding = reader;
      } else {
        lastOfMap = new OfMap(of, reader);
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      // The interpreted one reads the same.
    }
  }

  /** Whoever makes up shapes takes no reader from those that are sure to come. */
  private boolean mayGenerate(Shape of) {
    return of.number >= 0
        || of.equals(shape)
        || generated.get() < MAX_GENERATED && generated.getAndIncrement() < MAX_GENERATED;
  }

  @Override
  public Object convert(Input in, Object value, Slot slot) {
    if (type.isInstance(value)) {
      return value;
    }
    if (!(value instanceof Map<?, ?> map)) {
      throw slot.conflict(in, value);
    }
    Object[] keys = map.keySet().toArray();
    for (Object key : keys) {
      if (!(key instanceof String)) {
        throw slot.conflict(in, "a map with a key that is not text");
      }
    }
    return plan(new Shape(null, keys)).row(in, map.values().toArray());
  }
}
