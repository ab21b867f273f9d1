package dev.larder.lab.dataset;

/** What each generated source file begins with. */
final class SourceHeader {
  /** The package of the generated classes. */
  static final String PACKAGE = "com.acme.store.beans";

  static final String TEXT =
      """
    package %s;

    import com.alibaba.fastjson2.annotation.JSONField;
    import com.fasterxml.jackson.annotation.JsonProperty;
    import java.io.IOException;
    import java.io.Serializable;
    import java.math.BigInteger;
    import java.util.ArrayList;
    import java.util.LinkedHashMap;
    import java.util.List;
    import java.util.Map;
    import dev.larder.lab.host.Holder;
    import dev.larder.lab.host.Packing;
    import dev.larder.lab.host.Tree;
    import org.msgpack.core.MessagePacker;
    import org.msgpack.core.MessageUnpacker;

    """
          .formatted(PACKAGE);

  private SourceHeader() {}
}
