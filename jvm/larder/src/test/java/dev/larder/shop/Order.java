package dev.larder.shop;

import dev.larder.shop.goods.Price;
import dev.larder.shop.goods.Product;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value of many classes, none of which it names by itself. */
public class Order extends Audited<Editor> {
  public long number;
  public List<Line> lines = List.of();
  public Map<String, Price[]> prices = Map.of();
  public Optional<? extends Coupon> coupon = Optional.empty();
  public Payment payment;
  public Delivery delivery;
  public Status status;

  // What may be of the JDK needs nobody's class.
  public Object note;
  public Serializable serializable;
  public Comparable<?> comparable;
  public Number total;
  public CharSequence text;
  public Iterable<String> iterable;

  public enum Status {
    OPEN
  }

  public record Line(Product product, int count) {}

  public record Coupon(String code) {}

  public interface Payment {}

  public record Card(String number) implements Payment {}

  public enum Cash implements Payment {
    COINS,
    NOTES
  }

  public sealed interface Delivery permits Parcel, Pickup {}

  public record Parcel(String street) implements Delivery {}

  public enum Pickup implements Delivery {
    SHOP
  }
}
