package dev.larder.lab.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A graph with cycles: each member knows the team and another member. */
public final class Team {
  public String name;
  public List<Member> members;

  /** A member of a team. */
  public static final class Member {
    public String name;
    public int age;
    public Team team;
    public Member manager;
  }

  static Team of(Random random, int size) {
    Team made = new Team();
    made.name = Texts.name(random);
    made.members = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Member member = new Member();
      member.name = Texts.name(random);
      member.age = 20 + random.nextInt(50);
      member.team = made;
      made.members.add(member);
    }
    for (Member member : made.members) {
      member.manager = made.members.get(random.nextInt(size));
    }
    return made;
  }
}
