package dev.larder.lab.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A node with its children. */
public final class Tree {
  public String name;
  public int weight;
  public List<Tree> children;

  /** A tree whose nodes have three children each, down to this depth: 121 nodes at 4. */
  static Tree of(Random random, int depth) {
    Tree made = new Tree();
    made.name = Texts.name(random);
    made.weight = random.nextInt(1_000);
    made.children = new ArrayList<>();
    for (int i = 0; depth > 0 && i < 3; i++) {
      made.children.add(of(random, depth - 1));
    }
    return made;
  }
}
