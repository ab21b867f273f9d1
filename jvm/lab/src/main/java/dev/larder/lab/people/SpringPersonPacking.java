package dev.larder.lab.people;

import com.acme.employee.SpringPerson;
import dev.larder.lab.host.Packing;
import java.io.IOException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/** {@link SpringPerson} in MessagePack, packed by hand. */
final class SpringPersonPacking implements Packing<SpringPerson> {
  @Override
  public void pack(MessagePacker out, SpringPerson person) throws IOException {
    out.packLong(person.getId());
    out.packString(person.getName());
    out.packString(person.getAddress());
    out.packString(person.getPhone());
    out.packString(person.getSex());
    out.packInt(person.getAge());
    out.packString(person.getMd5());
  }

  @Override
  public SpringPerson unpack(MessageUnpacker in) throws IOException {
    SpringPerson person = new SpringPerson();
    person.setId(in.unpackLong());
    person.setName(in.unpackString());
    person.setAddress(in.unpackString());
    person.setPhone(in.unpackString());
    person.setSex(in.unpackString());
    person.setAge(in.unpackInt());
    person.setMd5(in.unpackString());
    return person;
  }
}
