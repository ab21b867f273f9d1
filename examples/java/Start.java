import dev.larder.Larder;
import java.util.List;

/**
 * The first value:
 *
 * <pre>java -cp jvm/larder/target/larder-0.1.0.jar examples/java/Start.java</pre>
 */
public class Start {
  record User(int id, String name, List<String> roles) {}

  public static void main(String[] arguments) {
    Larder larder = Larder.builder().register(User.class).build();
    User user = new User(7, "Ada", List.of("editor", "author"));

    byte[] bytes = larder.encode(user);
    User same = larder.decode(bytes, User.class);

    System.out.println("Larder: " + bytes.length + " bytes");
    System.out.println(same.equals(user) ? "The value is the same." : "The value differs.");
  }
}
