package dev.larder.corpora;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Classes of the corpus. Each is written in its own way. */
final class Beans {
  private Beans() {}

  /** What a class writes beside its fields, as it says itself. */
  interface WritesMore {
    /** By class, the things written: {@link Raw} bytes, and objects. */
    Map<Class<?>, List<Object>> written();
  }

  /** Bytes that were written as such, not as an object. */
  record Raw(byte[] bytes) {}

  static class Every implements Serializable {
    private static final long serialVersionUID = 1;
    boolean yes;
    byte small;
    short medium;
    char letter;
    int number;
    long large;
    float single;
    double precise;
    Boolean boxedYes;
    Byte boxedSmall;
    Short boxedMedium;
    Character boxedLetter;
    Integer boxedNumber;
    Long boxedLarge;
    Float boxedSingle;
    Double boxedPrecise;
    String text;
    byte[] bytes;
    int[] numbers;
    char[] letters;
    double[][] matrix;
    String[] texts;
    Object anything;
    Object[] things;
    List<Object> list;
    Map<Object, Object> map;
    Suit suit;
    transient String hidden = "never written";
    static String shared = "never written either";
  }

  static class Base implements Serializable {
    private static final long serialVersionUID = 2;
    private String name;
    private int rank;
    Object other;

    Base(String name, int rank, Object other) {
      this.name = name;
      this.rank = rank;
      this.other = other;
    }
  }

  /** Has fields that its super class has too. */
  static class Derived extends Base {
    private static final long serialVersionUID = 3;
    private String name;
    private long rank;
    Base next;

    Derived(String name, Base next, Object other) {
      super("base of " + name, name.length(), other);
      this.name = name;
      this.rank = -name.length();
      this.next = next;
    }
  }

  /** Writes nothing of its own. */
  static class Silent extends Derived {
    private static final long serialVersionUID = 4;

    Silent(String name, Base next, Object other) {
      super(name, next, other);
    }
  }

  static class NotSerializable {
    String lost = "never written";
  }

  static class BelowNotSerializable extends NotSerializable implements Serializable {
    private static final long serialVersionUID = 5;
    String kept;

    BelowNotSerializable(String kept) {
      this.kept = kept;
    }
  }

  static class Custom implements Serializable, WritesMore {
    private static final long serialVersionUID = 6;
    String name;
    transient byte[] first;
    transient Object middle;
    transient byte[] last;

    Custom(String name, byte[] first, Object middle, byte[] last) {
      this.name = name;
      this.first = first;
      this.middle = middle;
      this.last = last;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.write(first);
      out.writeObject(middle);
      out.writeObject(name);
      out.write(last);
    }

    private void readObject(ObjectInputStream in) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Map<Class<?>, List<Object>> written() {
      Map<Class<?>, List<Object>> written = new HashMap<>();
      written.put(Custom.class, more(new Raw(first), middle, name, new Raw(last)));
      return written;
    }
  }

  static class CustomBelow extends Custom {
    private static final long serialVersionUID = 7;
    int number;

    CustomBelow(String name, byte[] bytes, Object middle, int number) {
      super(name, bytes, middle, bytes);
      this.number = number;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(number);
      out.writeObject(null);
    }

    private void readObject(ObjectInputStream in) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Map<Class<?>, List<Object>> written() {
      Map<Class<?>, List<Object>> written = super.written();
      byte[] bytes = {
        (byte) (number >> 24), (byte) (number >> 16), (byte) (number >> 8), (byte) number
      };
      written.put(CustomBelow.class, more(new Raw(bytes), (Object) null));
      return written;
    }
  }

  /** Says which fields it has, and has others. */
  static class OtherFields implements Serializable {
    private static final long serialVersionUID = 8;
    private static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("title", String.class), new ObjectStreamField("count", int.class)
    };
    final transient String title;
    final transient int count;

    OtherFields(String title, int count) {
      this.title = title;
      this.count = count;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      ObjectOutputStream.PutField fields = out.putFields();
      fields.put("title", title);
      fields.put("count", count);
      out.writeFields();
    }
  }

  /** Writes itself alone. */
  public static class External implements Externalizable {
    private static final long serialVersionUID = 9;
    String name;
    byte[] bytes;
    Object object;

    public External() {}

    External(String name, byte[] bytes, Object object) {
      this.name = name;
      this.bytes = bytes;
      this.object = object;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeObject(name);
      out.write(bytes);
      out.writeObject(object);
    }

    @Override
    public void readExternal(ObjectInput in) {
      throw new UnsupportedOperationException();
    }
  }

  /** Is replaced by a {@link Base}. */
  static class Replaced implements Serializable {
    private static final long serialVersionUID = 10;
    final transient Base base;

    Replaced(Base base) {
      this.base = base;
    }

    private Object writeReplace() {
      return base;
    }
  }

  record Point(int x, double y, String label, Object more) implements Serializable {}

  enum Suit {
    HEARTS,
    SPADES {
      @Override
      boolean isBlack() {
        return true;
      }
    },
    ŻOŁĘDZIE;

    boolean isBlack() {
      return false;
    }
  }

  static class Tags extends ArrayList<Object> {
    private static final long serialVersionUID = 11;
  }

  static class NamedTags extends ArrayList<Object> {
    private static final long serialVersionUID = 12;
    String size;
  }

  static class Attributes extends HashMap<Object, Object> {
    private static final long serialVersionUID = 13;
  }

  static class Recent extends LinkedHashMap<Object, Object> {
    private static final long serialVersionUID = 14;
    int most;

    Recent(int most, boolean byAccess) {
      super(16, 0.75f, byAccess);
      this.most = most;
    }
  }

  /** An order with a field. */
  static class ByText implements Comparator<Object>, Serializable {
    private static final long serialVersionUID = 15;
    boolean reversed;

    ByText(boolean reversed) {
      this.reversed = reversed;
    }

    @Override
    public int compare(Object a, Object b) {
      int order = String.valueOf(a).compareTo(String.valueOf(b));
      return reversed ? -order : order;
    }
  }

  static class Handler implements InvocationHandler, Serializable {
    private static final long serialVersionUID = 16;
    final Object answer;

    Handler(Object answer) {
      this.answer = answer;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) {
      return switch (method.getName()) {
        case "hashCode" -> System.identityHashCode(proxy);
        case "equals" -> proxy == args[0];
        default -> answer;
      };
    }
  }

  /** What a proxy implements. */
  public interface Greeter {
    Object greet();
  }

  interface SerializableSupplier extends Supplier<Object>, Serializable {}

  static List<Object> more(Object... written) {
    List<Object> more = new ArrayList<>();
    for (Object one : written) {
      if (!(one instanceof Raw raw) || raw.bytes().length > 0) {
        more.add(one);
      }
    }
    return more;
  }
}
