package dev.larder.internal.object;

import static org.objectweb.asm.Opcodes.*;

import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.ObjectCodec;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.bind.Property;
import dev.larder.internal.bind.ShapeReader;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.bytes.ByteWriter;
import dev.larder.internal.declared.ScalarReader;
import dev.larder.internal.declared.ScalarWriter;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.tree.Host;
import dev.larder.internal.tree.TreeReader;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Generates an {@link ObjectCodec} for a class, and a {@link ShapeReader} for each shape that its
 * values are met in.
 *
 * <p>What is generated is a hidden class, a nestmate of the class, so that it reaches private
 * fields as the class itself does. What it needs of this library (bindings, slots, places) comes as
 * class data and becomes {@code static final} fields, which the JIT takes for constants: a field's
 * reader is inlined down to the bytes. Fields that a nestmate cannot reach (private ones of a
 * superclass, final ones) go through constant method handles, which are inlined as well.
 */
public final class Generator {
  private static final String CODEC = Type.getInternalName(ObjectCodec.class);
  private static final String READER = Type.getInternalName(ShapeReader.class);
  private static final String BINDING = Type.getInternalName(Binding.class);
  private static final String SCALAR_READER = Type.getInternalName(ScalarReader.class);
  private static final String SCALAR_WRITER = Type.getInternalName(ScalarWriter.class);
  private static final String INPUT = Type.getInternalName(Input.class);
  private static final String OUTPUT = Type.getInternalName(Output.class);
  private static final String TREE_READER = Type.getInternalName(TreeReader.class);
  private static final String OBJECT = "java/lang/Object";
  private static final String HANDLE = "java/lang/invoke/MethodHandle";
  private static final String INPUT_TYPE = "L" + INPUT + ";";
  private static final String OUTPUT_TYPE = "L" + OUTPUT + ";";
  private static final String OBJECT_TYPE = "Ljava/lang/Object;";
  private static final String PLACE_TYPE = Type.getDescriptor(Place.class);
  private static final String HOST_TYPE = Type.getDescriptor(Host.class);
  private static final String SLOT_TYPE = Type.getDescriptor(Slot.class);

  /** As many bytes a primitive value takes at most, written with whole words. */
  private static final int MOST_OF_PRIMITIVE = 10;

  // Local variables of a reader of texts: the position; where the plain texts before it begin, and
  // which key's the first of them is; where those begin that were not looked at, what kind they are
  // of, and what was found of the others; the head of one; and from there on the values of fields.
  private static final int AT = 2;
  private static final int PLAIN = 3;
  private static final int FIRST_KEY = 4;
  private static final int UNSEEN = 5;
  private static final int KIND = 6;
  private static final int NOT_PLAIN = 7;
  private static final int HEAD = 9;
  private static final int FIRST_FIELD = 10;

  private final Class<?> target;
  private final String targetName;
  private final List<Property> properties;
  private final Host host;
  private final Host skipping;
  private final String name;
  private final ClassWriter writer;
  private final List<Object> data = new ArrayList<>();
  private final List<String> dataTypes = new ArrayList<>();

  private Generator(ObjectType object, String suffix, String parent, Host host, Host skipping) {
    target = object.type;
    this.host = host;
    this.skipping = skipping;
    properties = object.properties();
    targetName = Type.getInternalName(target);
    name = targetName + "$$Larder" + suffix;
    writer =
        new ClassWriter(ClassWriter.COMPUTE_MAXS | ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected String getCommonSuperClass(String one, String other) {
            return OBJECT;
          }
        };
    writer.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, name, null, parent, null);
    MethodVisitor init = writer.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
    init.visitCode();
    init.visitVarInsn(ALOAD, 0);
    init.visitMethodInsn(INVOKESPECIAL, parent, "<init>", "()V", false);
    init.visitInsn(RETURN);
    end(init);
  }

  /**
   * @throws ReflectiveOperationException, LinkageError if nothing can be generated for the class
   */
  static ObjectCodec codec(ObjectType object) throws ReflectiveOperationException {
    Generator generator = new Generator(object, "Codec", CODEC, null, null);
    generator.write(object.shape().places);
    generator.writeFast(object.shape().places);
    generator.writeGapped(object.shape().places);
    generator.nulls();
    generator.numbers("integers", "[J", LASTORE);
    generator.numbers("floats", "[D", DASTORE);
    generator.get();
    if (generator.target.isRecord()) {
      generator.build();
      generator.empty("create", "()" + OBJECT_TYPE);
      generator.empty("set", "(" + OBJECT_TYPE + "I" + OBJECT_TYPE + ")V");
      generator.empty("setAll", "([" + OBJECT_TYPE + "I[" + OBJECT_TYPE + "I)V");
      generator.empty("setIntegers", "([" + OBJECT_TYPE + "I[JI)V");
      generator.empty("setFloats", "([" + OBJECT_TYPE + "I[DI)V");
    } else {
      generator.create(object.allocate());
      generator.set();
      generator.setAll("setAll", "[" + OBJECT_TYPE, AALOAD);
      generator.setAll("setIntegers", "[J", LALOAD);
      generator.setAll("setFloats", "[D", DALOAD);
      generator.empty("build", "([" + OBJECT_TYPE + ")" + OBJECT_TYPE);
    }
    return (ObjectCodec) generator.define(object.lookup());
  }

  /**
   * @param fields for each key of the shape the field that it fills; −1 if there is none
   * @param host what makes values whose type is not declared
   * @param skipping what takes values for which there is no field
   */
  static ShapeReader reader(ObjectType object, Shape shape, int[] fields, Host host, Host skipping)
      throws ReflectiveOperationException {
    Generator generator = new Generator(object, "Reader", READER, host, skipping);
    if (generator.target.isRecord()) {
      generator.readRecord(shape, fields);
    } else {
      generator.readBean(shape, fields, object.allocate());
    }
    return (ShapeReader) generator.define(object.lookup());
  }

  // Writing.

  private void write(Place[] places) {
    MethodVisitor code =
        writer.visitMethod(ACC_PUBLIC, "write", "(" + OUTPUT_TYPE + OBJECT_TYPE + ")V", null, null);
    code.visitCode();
    castTarget(code, 2, 3);
    for (int field = 0; field < properties.size(); field++) {
      write(code, properties.get(field), places[field]);
    }
    code.visitInsn(RETURN);
    end(code);
  }

  private void writeGapped(Place[] places) {
    MethodVisitor code =
        writer.visitMethod(
            ACC_PUBLIC, "writeGapped", "(" + OUTPUT_TYPE + OBJECT_TYPE + ")V", null, null);
    code.visitCode();
    castTarget(code, 2, 3);
    for (int field = 0; field < properties.size(); field++) {
      if ((field & 7) == 0) {
        code.visitInsn(ICONST_0);
        code.visitVarInsn(ISTORE, 4);
      }
      int bit = 1 << (field & 7);
      ifNull(code, properties.get(field), true, () -> code.visitIincInsn(4, bit));
      if ((field & 7) == 7 || field == properties.size() - 1) {
        code.visitVarInsn(ALOAD, 1);
        code.visitVarInsn(ILOAD, 4);
        code.visitMethodInsn(INVOKEVIRTUAL, OUTPUT, "u8", "(I)V", false);
      }
    }
    for (int field = 0; field < properties.size(); field++) {
      Property property = properties.get(field);
      Place place = places[field];
      ifNull(code, property, false, () -> write(code, property, place));
    }
    code.visitInsn(RETURN);
    end(code);
  }

  /** Code for the case that a field is null or, if {@code isNull} is false, is not. */
  private void ifNull(MethodVisitor code, Property property, boolean isNull, Runnable each) {
    if (property.isPrimitive()) {
      if (!isNull) {
        each.run();
      }
      return;
    }
    Label other = new Label();
    get(code, property, 3);
    code.visitJumpInsn(isNull ? IFNONNULL : IFNULL, other);
    each.run();
    code.visitLabel(other);
  }

  /** Code that writes a field of the object in local variable 3. */
  private void write(MethodVisitor code, Property property, Place place) {
    Class<?> type = property.raw();
    if (!property.isPrimitive() && !property.isText()) {
      constant(code, property.binding, "L" + BINDING + ";");
      code.visitVarInsn(ALOAD, 1);
      get(code, property, 3);
      constant(code, place, PLACE_TYPE);
      code.visitMethodInsn(
          INVOKEVIRTUAL,
          BINDING,
          "writeDeclared",
          "(" + OUTPUT_TYPE + OBJECT_TYPE + PLACE_TYPE + ")V",
          false);
      return;
    }
    code.visitVarInsn(ALOAD, 1);
    get(code, property, 3);
    if (type == boolean.class) {
      code.visitMethodInsn(INVOKEVIRTUAL, OUTPUT, "bool", "(Z)V", false);
      return;
    }
    String method;
    String argument;
    boolean ofOutput = false;
    if (type == String.class) {
      method = "text";
      argument = "Ljava/lang/String;";
    } else if (type == char.class) {
      method = "character";
      argument = "C";
    } else if (type == float.class) {
      method = "float32";
      argument = "F";
    } else if (type == double.class) {
      method = "floatNumber";
      argument = "D";
      ofOutput = true;
    } else {
      if (type != long.class) {
        code.visitInsn(I2L);
      }
      method = "integer";
      argument = "J";
      ofOutput = true;
    }
    constant(code, place, PLACE_TYPE);
    if (ofOutput) {
      code.visitMethodInsn(
          INVOKEVIRTUAL, OUTPUT, method, "(" + argument + PLACE_TYPE + ")V", false);
    } else {
      code.visitMethodInsn(
          INVOKESTATIC,
          SCALAR_WRITER,
          method,
          "(" + OUTPUT_TYPE + argument + PLACE_TYPE + ")V",
          false);
    }
  }

  private void writeFast(Place[] places) {
    MethodVisitor code =
        writer.visitMethod(
            ACC_PUBLIC, "writeFast", "(" + OUTPUT_TYPE + OBJECT_TYPE + "I)I", null, null);
    code.visitCode();
    castTarget(code, 2, 4);
    int room = ByteWriter.ROOM;
    for (int field = 0; field < properties.size(); field++) {
      Property property = properties.get(field);
      Class<?> type = property.raw();
      if (!property.isPrimitive() && !property.isText()) {
        constant(code, property.binding, "L" + BINDING + ";");
        code.visitVarInsn(ALOAD, 1);
        get(code, property, 4);
        constant(code, places[field], PLACE_TYPE);
        code.visitVarInsn(ILOAD, 3);
        code.visitMethodInsn(
            INVOKEVIRTUAL,
            BINDING,
            "writeDeclaredFast",
            "(" + OUTPUT_TYPE + OBJECT_TYPE + PLACE_TYPE + "I)I",
            false);
        code.visitVarInsn(ISTORE, 3);
        room = ByteWriter.ROOM;
        continue;
      }
      if (room < 2 * MOST_OF_PRIMITIVE) {
        code.visitVarInsn(ALOAD, 1);
        code.visitVarInsn(ILOAD, 3);
        code.visitMethodInsn(INVOKEVIRTUAL, OUTPUT, "room", "(I)I", false);
        code.visitVarInsn(ISTORE, 3);
        room = ByteWriter.ROOM;
      }
      code.visitVarInsn(ALOAD, 1);
      get(code, property, 4);
      if (type == int.class || type == short.class || type == byte.class) {
        code.visitInsn(I2L);
      }
      code.visitVarInsn(ILOAD, 3);
      code.visitMethodInsn(
          INVOKEVIRTUAL, OUTPUT, fastWriter(type), "(" + fastArgument(type) + "I)I", false);
      code.visitVarInsn(ISTORE, 3);
      room = property.isText() ? ByteWriter.ROOM : room - MOST_OF_PRIMITIVE;
    }
    code.visitVarInsn(ALOAD, 1);
    code.visitVarInsn(ILOAD, 3);
    code.visitMethodInsn(INVOKEVIRTUAL, OUTPUT, "room", "(I)I", false);
    code.visitInsn(IRETURN);
    end(code);
  }

  private static String fastWriter(Class<?> type) {
    if (type == String.class) {
      return "textOrNull";
    } else if (type == boolean.class) {
      return "bool";
    } else if (type == char.class) {
      return "fastCharacter";
    } else if (type == double.class) {
      return "float64";
    }
    return type == float.class ? "float32" : "integer";
  }

  private static String fastArgument(Class<?> type) {
    boolean isInteger = type == int.class || type == short.class || type == byte.class;
    return Type.getDescriptor(isInteger ? long.class : type);
  }

  private void nulls() {
    MethodVisitor code =
        writer.visitMethod(ACC_PUBLIC, "nulls", "(" + OBJECT_TYPE + ")I", null, null);
    code.visitCode();
    castTarget(code, 1, 2);
    code.visitInsn(ICONST_0);
    code.visitVarInsn(ISTORE, 3);
    for (Property property : properties) {
      if (!property.isPrimitive()) {
        Label other = new Label();
        get(code, property, 2);
        code.visitJumpInsn(IFNONNULL, other);
        code.visitIincInsn(3, 1);
        code.visitLabel(other);
      }
    }
    code.visitVarInsn(ILOAD, 3);
    code.visitInsn(IRETURN);
    end(code);
  }

  /** A method that gets a field of each object: a loop for each field that such an array takes. */
  private void numbers(String method, String array, int store) {
    MethodVisitor code =
        writer.visitMethod(ACC_PUBLIC, method, "([" + OBJECT_TYPE + "I" + array + ")V", null, null);
    code.visitCode();
    byField(
        code,
        2,
        property -> {
          Class<?> type = property.raw();
          if (!type.isPrimitive() || (type == double.class) != (store == DASTORE)) {
            code.visitInsn(RETURN);
            return;
          }
          code.visitVarInsn(ALOAD, 1);
          code.visitInsn(ARRAYLENGTH);
          code.visitVarInsn(ISTORE, 4);
          eachObject(
              code,
              () -> {
                code.visitVarInsn(ALOAD, 3);
                code.visitVarInsn(ILOAD, 5);
                get(code, property, 6);
                if (type == float.class) {
                  code.visitMethodInsn(
                      INVOKESTATIC, "java/lang/Float", "floatToRawIntBits", "(F)I", false);
                }
                if (type != double.class && type != long.class) {
                  code.visitInsn(I2L);
                }
                code.visitInsn(store);
              });
        });
    end(code);
  }

  /** A method that sets a field of each object: a loop for each field that such an array has. */
  private void setAll(String method, String array, int load) {
    MethodVisitor code =
        writer.visitMethod(
            ACC_PUBLIC, method, "([" + OBJECT_TYPE + "I" + array + "I)V", null, null);
    code.visitCode();
    byField(
        code,
        2,
        property -> {
          Class<?> type = property.raw();
          boolean isInteger =
              type.isPrimitive()
                  && type != double.class
                  && type != float.class
                  && type != char.class;
          if (load == DALOAD && type != double.class || load == LALOAD && !isInteger) {
            code.visitInsn(RETURN);
            return;
          }
          Runnable value =
              () -> {
                code.visitVarInsn(ALOAD, 3);
                code.visitVarInsn(ILOAD, 5);
                code.visitInsn(load);
                if (load == AALOAD) {
                  unbox(code, property);
                } else if (load == LALOAD && type != long.class) {
                  code.visitInsn(L2I);
                }
              };
          eachObject(code, () -> put(code, property, 6, value, false));
        });
    end(code);
  }

  /**
   * Code for each of the objects in the array of local variable 1, as many as 4 says, which then
   * returns: 5 is the number of one, and 6 is the object.
   */
  private void eachObject(MethodVisitor code, Runnable each) {
    Label next = new Label();
    Label end = new Label();
    code.visitInsn(ICONST_0);
    code.visitVarInsn(ISTORE, 5);
    code.visitLabel(next);
    code.visitVarInsn(ILOAD, 5);
    code.visitVarInsn(ILOAD, 4);
    code.visitJumpInsn(IF_ICMPGE, end);
    code.visitVarInsn(ALOAD, 1);
    code.visitVarInsn(ILOAD, 5);
    code.visitInsn(AALOAD);
    code.visitTypeInsn(CHECKCAST, targetName);
    code.visitVarInsn(ASTORE, 6);
    each.run();
    code.visitIincInsn(5, 1);
    code.visitJumpInsn(GOTO, next);
    code.visitLabel(end);
    code.visitInsn(RETURN);
  }

  // Objects, field by field.

  private void get() {
    MethodVisitor code =
        writer.visitMethod(ACC_PUBLIC, "get", "(" + OBJECT_TYPE + "I)" + OBJECT_TYPE, null, null);
    code.visitCode();
    castTarget(code, 1, 3);
    byField(
        code,
        2,
        property -> {
          get(code, property, 3);
          box(code, property.raw());
          code.visitInsn(ARETURN);
        });
    end(code);
  }

  private void create(MethodHandle allocate) {
    MethodVisitor code = writer.visitMethod(ACC_PUBLIC, "create", "()" + OBJECT_TYPE, null, null);
    code.visitCode();
    allocate(code, allocate);
    code.visitInsn(ARETURN);
    end(code);
  }

  private void set() {
    MethodVisitor code =
        writer.visitMethod(
            ACC_PUBLIC, "set", "(" + OBJECT_TYPE + "I" + OBJECT_TYPE + ")V", null, null);
    code.visitCode();
    castTarget(code, 1, 4);
    byField(
        code,
        2,
        property ->
            put(
                code,
                property,
                4,
                () -> {
                  code.visitVarInsn(ALOAD, 3);
                  unbox(code, property);
                },
                true));
    end(code);
  }

  private void build() throws NoSuchMethodException {
    MethodVisitor code =
        writer.visitMethod(ACC_PUBLIC, "build", "([" + OBJECT_TYPE + ")" + OBJECT_TYPE, null, null);
    code.visitCode();
    code.visitTypeInsn(NEW, targetName);
    code.visitInsn(DUP);
    for (int field = 0; field < properties.size(); field++) {
      code.visitVarInsn(ALOAD, 1);
      push(code, field);
      code.visitInsn(AALOAD);
      unbox(code, properties.get(field));
    }
    construct(code);
    code.visitInsn(ARETURN);
    end(code);
  }

  private void empty(String method, String descriptor) {
    MethodVisitor code = writer.visitMethod(ACC_PUBLIC, method, descriptor, null, null);
    code.visitCode();
    if (descriptor.endsWith("V")) {
      code.visitInsn(RETURN);
    } else {
      code.visitInsn(ACONST_NULL);
      code.visitInsn(ARETURN);
    }
    end(code);
  }

  // Reading.

  private MethodVisitor beginRead() {
    MethodVisitor code =
        writer.visitMethod(ACC_PUBLIC, "read", "(" + INPUT_TYPE + ")" + OBJECT_TYPE, null, null);
    code.visitCode();
    if (!target.isRecord()) {
      Label alone = new Label();
      code.visitVarInsn(ALOAD, 1);
      code.visitMethodInsn(INVOKEVIRTUAL, INPUT, "isAwaited", "()Z", false);
      code.visitJumpInsn(IFEQ, alone);
      code.visitVarInsn(ALOAD, 0);
      code.visitVarInsn(ALOAD, 1);
      code.visitMethodInsn(
          INVOKEVIRTUAL, READER, "readAwaited", "(" + INPUT_TYPE + ")" + OBJECT_TYPE, false);
      code.visitInsn(ARETURN);
      code.visitLabel(alone);
    } else {
      code.visitVarInsn(ALOAD, 1);
      code.visitMethodInsn(INVOKEVIRTUAL, INPUT, "madeLater", "()V", false);
    }
    return code;
  }

  /**
   * Reads all values before it makes the object: stores into a new object need no word to the
   * collector. One that others may point to while it is read is made first, by the plan.
   */
  private void readBean(Shape shape, int[] fields, MethodHandle allocate) {
    MethodVisitor code = beginRead();
    int[] locals = readValues(code, shape, fields);
    allocate(code, allocate);
    int made = afterLocals(locals);
    code.visitVarInsn(ASTORE, made);
    for (int field = 0; field < locals.length; field++) {
      if (locals[field] != 0) {
        Property property = properties.get(field);
        int local = locals[field];
        put(code, property, made, () -> loadLocal(code, property, local), false);
      }
    }
    code.visitVarInsn(ALOAD, made);
    code.visitInsn(ARETURN);
    end(code);
  }

  private void readRecord(Shape shape, int[] fields) throws NoSuchMethodException {
    MethodVisitor code = beginRead();
    int[] locals = readValues(code, shape, fields);
    code.visitTypeInsn(NEW, targetName);
    code.visitInsn(DUP);
    for (int field = 0; field < locals.length; field++) {
      Property property = properties.get(field);
      if (locals[field] == 0) {
        zero(code, Type.getType(property.raw()));
      } else {
        loadLocal(code, property, locals[field]);
      }
    }
    construct(code);
    code.visitInsn(ARETURN);
    end(code);
  }

  /**
   * Reads the values of all keys.
   *
   * @return the local variable of each field; 0 if no key has it
   */
  private int[] readValues(MethodVisitor code, Shape shape, int[] fields) {
    int[] locals = new int[properties.size()];
    int next = FIRST_FIELD;
    for (int field : fields) {
      if (field >= 0 && locals[field] == 0) {
        locals[field] = next;
        next += Type.getType(properties.get(field).raw()).getSize();
      }
    }
    for (int key = 0; key < fields.length; ) {
      int end = key;
      while (end < fields.length && fields[end] >= 0 && properties.get(fields[end]).isText()) {
        end++;
      }
      if (end > key) {
        readTexts(code, shape, fields, locals, key, end);
        key = end;
        continue;
      }
      if (fields[key] < 0) {
        skip(code, shape.places[key]);
      } else {
        readOther(code, shape, fields, locals, key);
      }
      key++;
    }
    return locals;
  }

  private int afterLocals(int[] locals) {
    int next = FIRST_FIELD;
    for (int field = 0; field < locals.length; field++) {
      next += locals[field] == 0 ? 0 : Type.getType(properties.get(field).raw()).getSize();
    }
    return next;
  }

  private static void loadLocal(MethodVisitor code, Property property, int local) {
    code.visitVarInsn(Type.getType(property.raw()).getOpcode(ILOAD), local);
  }

  /**
   * Reads the texts of keys that follow one another: without a look at their bytes, until others
   * read on. If a look then finds that one is not plain, all since the last look are read again.
   */
  private void readTexts(
      MethodVisitor code, Shape shape, int[] fields, int[] locals, int first, int end) {
    Label[] each = new Label[end - first];
    Label[] other = new Label[end - first];
    Label[] again = new Label[end - first];
    for (int i = 0; i < each.length; i++) {
      each[i] = new Label();
      other[i] = new Label();
      again[i] = new Label();
      code.visitInsn(ACONST_NULL);
      code.visitVarInsn(ASTORE, locals[fields[first + i]]);
    }
    Label readAgain = new Label();
    Label read = new Label();
    enter(code, 0);
    for (int i = 0; i < each.length; i++) {
      code.visitLabel(each[i]);
      readPlainText(code, other[i]);
      code.visitVarInsn(ASTORE, locals[fields[first + i]]);
    }
    leave(code, readAgain);
    code.visitJumpInsn(GOTO, read);
    for (int i = 0; i < each.length; i++) {
      code.visitLabel(other[i]);
      leave(code, readAgain);
      readOther(code, shape, fields, locals, first + i);
      if (i + 1 < each.length) {
        enter(code, i + 1);
        code.visitJumpInsn(GOTO, each[i + 1]);
      } else {
        code.visitJumpInsn(GOTO, read);
      }
    }
    code.visitLabel(readAgain);
    code.visitVarInsn(ILOAD, FIRST_KEY);
    code.visitTableSwitchInsn(0, again.length - 1, read, again);
    for (int i = 0; i < each.length; i++) {
      code.visitLabel(again[i]);
      readOther(code, shape, fields, locals, first + i);
    }
    code.visitLabel(read);
  }

  /** Takes over from other readers, at one of the keys of texts. */
  private static void enter(MethodVisitor code, int key) {
    code.visitVarInsn(ALOAD, 1);
    code.visitFieldInsn(GETFIELD, INPUT, "position", "I");
    code.visitInsn(DUP);
    code.visitVarInsn(ISTORE, AT);
    code.visitInsn(DUP);
    code.visitVarInsn(ISTORE, PLAIN);
    code.visitVarInsn(ISTORE, UNSEEN);
    push(code, key);
    code.visitVarInsn(ISTORE, FIRST_KEY);
    code.visitInsn(ICONST_0);
    code.visitVarInsn(ISTORE, KIND);
    code.visitInsn(LCONST_0);
    code.visitVarInsn(LSTORE, NOT_PLAIN);
  }

  /** Goes on with other readers; or goes to {@code readAgain}, if a text is not plain. */
  private static void leave(MethodVisitor code, Label readAgain) {
    look(code);
    code.visitVarInsn(ALOAD, 1);
    code.visitVarInsn(ILOAD, PLAIN);
    code.visitVarInsn(ILOAD, AT);
    code.visitVarInsn(LLOAD, NOT_PLAIN);
    code.visitMethodInsn(INVOKEVIRTUAL, INPUT, "plainTexts", "(IIJ)Z", false);
    code.visitJumpInsn(IFEQ, readAgain);
  }

  /** Looks at the texts that were not looked at. */
  private static void look(MethodVisitor code) {
    code.visitVarInsn(LLOAD, NOT_PLAIN);
    code.visitVarInsn(ALOAD, 1);
    code.visitVarInsn(ILOAD, UNSEEN);
    code.visitVarInsn(ILOAD, AT);
    code.visitVarInsn(ILOAD, KIND);
    code.visitMethodInsn(INVOKEVIRTUAL, INPUT, "notPlain", "(III)J", false);
    code.visitInsn(LOR);
    code.visitVarInsn(LSTORE, NOT_PLAIN);
  }

  /** Leaves a text; or goes to {@code other}, if it is no plain one. */
  private static void readPlainText(MethodVisitor code, Label other) {
    code.visitVarInsn(ALOAD, 1);
    code.visitVarInsn(ILOAD, AT);
    code.visitMethodInsn(INVOKEVIRTUAL, INPUT, "plainHead", "(I)I", false);
    code.visitInsn(DUP);
    code.visitVarInsn(ISTORE, HEAD);
    code.visitJumpInsn(IFLT, other);
    Label sameKind = new Label();
    code.visitVarInsn(ILOAD, HEAD);
    code.visitInsn(ICONST_1);
    code.visitInsn(IAND);
    code.visitVarInsn(ILOAD, KIND);
    code.visitJumpInsn(IF_ICMPEQ, sameKind);
    look(code);
    code.visitVarInsn(ILOAD, AT);
    code.visitVarInsn(ISTORE, UNSEEN);
    code.visitVarInsn(ILOAD, KIND);
    code.visitInsn(ICONST_1);
    code.visitInsn(IXOR);
    code.visitVarInsn(ISTORE, KIND);
    code.visitLabel(sameKind);
    code.visitVarInsn(ALOAD, 1);
    code.visitVarInsn(ILOAD, AT);
    code.visitVarInsn(ILOAD, HEAD);
    code.visitMethodInsn(INVOKEVIRTUAL, INPUT, "plainText", "(II)Ljava/lang/String;", false);
    code.visitVarInsn(ILOAD, AT);
    code.visitVarInsn(ILOAD, HEAD);
    code.visitMethodInsn(INVOKESTATIC, INPUT, "plainNext", "(II)I", false);
    code.visitVarInsn(ISTORE, AT);
  }

  /** Sets the local variable of a key that has a field, from wherever reading is. */
  private void readOther(MethodVisitor code, Shape shape, int[] fields, int[] locals, int key) {
    Property property = properties.get(fields[key]);
    readOther(code, property, property.slot(host, target, shape.places[key]));
    code.visitVarInsn(Type.getType(property.raw()).getOpcode(ISTORE), locals[fields[key]]);
  }

  private void readOther(MethodVisitor code, Property property, Slot slot) {
    Class<?> type = property.raw();
    if (property.isPrimitive() || property.isText()) {
      code.visitVarInsn(ALOAD, 1);
      constant(code, slot, SLOT_TYPE);
      code.visitMethodInsn(
          INVOKESTATIC,
          SCALAR_READER,
          scalarReader(type),
          "(" + INPUT_TYPE + SLOT_TYPE + ")" + Type.getDescriptor(type),
          false);
      return;
    }
    constant(code, property.binding, "L" + BINDING + ";");
    code.visitVarInsn(ALOAD, 1);
    constant(code, slot, SLOT_TYPE);
    code.visitMethodInsn(
        INVOKEVIRTUAL,
        BINDING,
        "readField",
        "(" + INPUT_TYPE + SLOT_TYPE + ")" + OBJECT_TYPE,
        false);
    if (property.isNameableFrom(target)) {
      code.visitTypeInsn(CHECKCAST, Type.getInternalName(type));
    }
  }

  private static String scalarReader(Class<?> type) {
    if (type == String.class) {
      return "text";
    } else if (type == boolean.class) {
      return "bool";
    } else if (type == long.class) {
      return "int64";
    } else if (type == int.class) {
      return "int32";
    } else if (type == short.class) {
      return "int16";
    } else if (type == byte.class) {
      return "int8";
    } else if (type == char.class) {
      return "character";
    } else if (type == double.class) {
      return "float64";
    }
    return "float32";
  }

  /** Reads a value for which the class has no field, and lets it go. */
  private void skip(MethodVisitor code, Place place) {
    code.visitVarInsn(ALOAD, 1);
    constant(code, place, PLACE_TYPE);
    constant(code, skipping, HOST_TYPE);
    code.visitMethodInsn(
        INVOKESTATIC, TREE_READER, "skip", "(" + INPUT_TYPE + PLACE_TYPE + HOST_TYPE + ")V", false);
  }

  // Pieces.

  private void castTarget(MethodVisitor code, int from, int to) {
    code.visitVarInsn(ALOAD, from);
    code.visitTypeInsn(CHECKCAST, targetName);
    code.visitVarInsn(ASTORE, to);
  }

  private void get(MethodVisitor code, Property property, int object) {
    if (property.isReadableFrom(target)) {
      code.visitVarInsn(ALOAD, object);
      code.visitFieldInsn(
          GETFIELD,
          Type.getInternalName(property.field.getDeclaringClass()),
          property.field.getName(),
          Type.getDescriptor(property.raw()));
    } else {
      constant(code, property.getter(), "L" + HANDLE + ";");
      code.visitVarInsn(ALOAD, object);
      code.visitMethodInsn(
          INVOKEVIRTUAL,
          HANDLE,
          "invokeExact",
          "(" + OBJECT_TYPE + ")" + Type.getDescriptor(property.carrier()),
          false);
    }
  }

  private void put(
      MethodVisitor code, Property property, int object, Runnable value, boolean andReturn) {
    if (property.isWritableFrom(target)) {
      code.visitVarInsn(ALOAD, object);
      value.run();
      code.visitFieldInsn(
          PUTFIELD,
          Type.getInternalName(property.field.getDeclaringClass()),
          property.field.getName(),
          Type.getDescriptor(property.raw()));
    } else {
      constant(code, property.setter(), "L" + HANDLE + ";");
      code.visitVarInsn(ALOAD, object);
      value.run();
      code.visitMethodInsn(
          INVOKEVIRTUAL,
          HANDLE,
          "invokeExact",
          "(" + OBJECT_TYPE + Type.getDescriptor(property.carrier()) + ")V",
          false);
    }
    if (andReturn) {
      code.visitInsn(RETURN);
    }
  }

  private void allocate(MethodVisitor code, MethodHandle allocate) {
    if (allocate == null) {
      code.visitTypeInsn(NEW, targetName);
      code.visitInsn(DUP);
      code.visitMethodInsn(INVOKESPECIAL, targetName, "<init>", "()V", false);
    } else {
      constant(code, allocate, "L" + HANDLE + ";");
      code.visitMethodInsn(INVOKEVIRTUAL, HANDLE, "invokeExact", "()" + OBJECT_TYPE, false);
      code.visitTypeInsn(CHECKCAST, targetName);
    }
  }

  private void construct(MethodVisitor code) throws NoSuchMethodException {
    Class<?>[] types = properties.stream().map(Property::raw).toArray(Class<?>[]::new);
    Constructor<?> canonical = target.getDeclaredConstructor(types);
    code.visitMethodInsn(
        INVOKESPECIAL, targetName, "<init>", Type.getConstructorDescriptor(canonical), false);
  }

  private interface FieldCode {
    void emit(Property property);
  }

  /** A switch over the number of a field in a local variable. */
  private void byField(MethodVisitor code, int variable, FieldCode each) {
    if (!properties.isEmpty()) {
      Label none = new Label();
      Label[] labels = new Label[properties.size()];
      for (int i = 0; i < labels.length; i++) {
        labels[i] = new Label();
      }
      code.visitVarInsn(ILOAD, variable);
      code.visitTableSwitchInsn(0, labels.length - 1, none, labels);
      for (int i = 0; i < labels.length; i++) {
        code.visitLabel(labels[i]);
        each.emit(properties.get(i));
      }
      code.visitLabel(none);
    }
    code.visitTypeInsn(NEW, "java/lang/IndexOutOfBoundsException");
    code.visitInsn(DUP);
    code.visitMethodInsn(
        INVOKESPECIAL, "java/lang/IndexOutOfBoundsException", "<init>", "()V", false);
    code.visitInsn(ATHROW);
  }

  private static void zero(MethodVisitor code, Type type) {
    switch (type.getSort()) {
      case Type.LONG -> code.visitInsn(LCONST_0);
      case Type.DOUBLE -> code.visitInsn(DCONST_0);
      case Type.FLOAT -> code.visitInsn(FCONST_0);
      case Type.OBJECT, Type.ARRAY -> code.visitInsn(ACONST_NULL);
      default -> code.visitInsn(ICONST_0);
    }
  }

  private static void push(MethodVisitor code, int value) {
    if (value <= Byte.MAX_VALUE) {
      code.visitIntInsn(BIPUSH, value);
    } else {
      code.visitIntInsn(SIPUSH, value);
    }
  }

  private static void box(MethodVisitor code, Class<?> type) {
    if (type.isPrimitive()) {
      String boxed = Type.getInternalName(zeroOf(type).getClass());
      code.visitMethodInsn(
          INVOKESTATIC,
          boxed,
          "valueOf",
          "(" + Type.getDescriptor(type) + ")L" + boxed + ";",
          false);
    }
  }

  private static Object zeroOf(Class<?> type) {
    return Array.get(Array.newInstance(type, 1), 0);
  }

  private void unbox(MethodVisitor code, Property property) {
    Class<?> type = property.raw();
    if (type.isPrimitive()) {
      String boxed = Type.getInternalName(zeroOf(type).getClass());
      code.visitTypeInsn(CHECKCAST, boxed);
      code.visitMethodInsn(
          INVOKEVIRTUAL, boxed, type.getName() + "Value", "()" + Type.getDescriptor(type), false);
    } else if (property.isNameableFrom(target)) {
      code.visitTypeInsn(CHECKCAST, Type.getInternalName(type));
    }
  }

  /** Pushes an object of this library, or a handle, as a constant. */
  private void constant(MethodVisitor code, Object value, String descriptor) {
    int at = 0;
    while (at < data.size() && (data.get(at) != value || !dataTypes.get(at).equals(descriptor))) {
      at++;
    }
    if (at == data.size()) {
      data.add(value);
      dataTypes.add(descriptor);
      writer.visitField(ACC_PRIVATE | ACC_STATIC | ACC_FINAL, "c" + at, descriptor, null, null);
    }
    code.visitFieldInsn(GETSTATIC, name, "c" + at, descriptor);
  }

  private static void end(MethodVisitor code) {
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private Object define(Lookup lookup) throws ReflectiveOperationException {
    MethodVisitor code = writer.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
    code.visitCode();
    code.visitMethodInsn(
        INVOKESTATIC,
        "java/lang/invoke/MethodHandles",
        "lookup",
        "()Ljava/lang/invoke/MethodHandles$Lookup;",
        false);
    code.visitLdcInsn("_");
    code.visitLdcInsn(Type.getType(Object[].class));
    code.visitMethodInsn(
        INVOKESTATIC,
        "java/lang/invoke/MethodHandles",
        "classData",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)"
            + OBJECT_TYPE,
        false);
    code.visitTypeInsn(CHECKCAST, "[" + OBJECT_TYPE);
    code.visitVarInsn(ASTORE, 0);
    for (int i = 0; i < data.size(); i++) {
      code.visitVarInsn(ALOAD, 0);
      push(code, i);
      code.visitInsn(AALOAD);
      code.visitTypeInsn(CHECKCAST, Type.getType(dataTypes.get(i)).getInternalName());
      code.visitFieldInsn(PUTSTATIC, name, "c" + i, dataTypes.get(i));
    }
    code.visitInsn(RETURN);
    end(code);
    writer.visitEnd();
    Lookup hidden =
        lookup.defineHiddenClassWithClassData(
            writer.toByteArray(), data.toArray(), true, Lookup.ClassOption.NESTMATE);
    MethodHandle constructor =
        hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class));
    try {
      return constructor.invoke();
    } catch (Throwable e) {
      throw new ReflectiveOperationException(e);
    }
  }
}
