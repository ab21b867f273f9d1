package dev.larder.service;

import com.acme.store.Person;
import java.util.List;
import java.util.SplittableRandom;

/** Makes persons. The same seed and id give the same person, whichever thread asks first. */
final class PersonGenerator {
  private static final String FAMILY_NAMES = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹";
  private static final String GIVEN_NAMES = "伟芳娜敏静丽强磊军洋勇艳杰涛明超秀霞平刚桂英华玉兰文建国志红梅婷宇浩欣怡子轩梓涵";

  private static final List<String> DISTRICTS =
      List.of(
          "北京市海淀区",
          "北京市朝阳区",
          "北京市西城区",
          "上海市浦东新区",
          "上海市徐汇区",
          "上海市静安区",
          "广东省广州市天河区",
          "广东省广州市越秀区",
          "广东省深圳市南山区",
          "广东省深圳市福田区",
          "浙江省杭州市西湖区",
          "浙江省杭州市滨江区",
          "江苏省南京市鼓楼区",
          "江苏省南京市玄武区",
          "四川省成都市武侯区",
          "四川省成都市锦江区",
          "湖北省武汉市洪山区",
          "陕西省西安市雁塔区",
          "山东省青岛市市南区",
          "福建省厦门市思明区",
          "湖南省长沙市岳麓区");
  private static final List<String> ROADS =
      List.of(
          "人民路", "中山路", "解放路", "建设路", "和平路", "文化路", "新华路", "学院路", "科技路", "长江路", "黄河路", "南京路", "北京路",
          "胜利街", "光明街", "友谊大道", "滨江大道", "世纪大道", "体育西路", "文三路");
  private static final List<String> MOBILE_PREFIXES =
      List.of("130", "131", "135", "136", "137", "138", "139", "150", "151", "158", "159", "177");

  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final long seed;

  PersonGenerator(long seed) {
    this.seed = seed;
  }

  Person person(long id) {
    SplittableRandom random = new SplittableRandom(seed ^ (id * MIX));
    Person person = new Person();
    person.setId(id);
    person.setName(name(random));
    person.setAddress(
        pick(random, DISTRICTS) + pick(random, ROADS) + random.nextInt(1, 1200) + "号");
    person.setPhone(pick(random, MOBILE_PREFIXES) + random.nextInt(10_000_000, 100_000_000));
    person.setSex(random.nextBoolean() ? "男" : "女");
    person.setAge(random.nextInt(18, 70));
    person.setMd5(person.fingerprint());
    return person;
  }

  private static String name(SplittableRandom random) {
    StringBuilder name = new StringBuilder(3).append(pick(random, FAMILY_NAMES));
    for (int more = random.nextInt(1, 3); more > 0; more--) {
      name.append(pick(random, GIVEN_NAMES));
    }
    return name.toString();
  }

  private static char pick(SplittableRandom random, String characters) {
    return characters.charAt(random.nextInt(characters.length()));
  }

  private static String pick(SplittableRandom random, List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }
}
