package dev.larder.lab.people;

import com.acme.employee.Address;
import com.acme.employee.People;
import com.acme.employee.Sex;
import dev.larder.lab.host.Packing;
import java.io.IOException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/** {@link People} in MessagePack, as the article packed them by hand. */
final class PeoplePacking implements Packing<People> {
  private static final Sex[] SEXES = Sex.values();

  @Override
  public void pack(MessagePacker out, People people) throws IOException {
    out.packString(people.getFirstName());
    out.packString(people.getLastName());
    out.packString(people.getEmail());
    out.packString(people.getUsername());
    out.packString(people.getCompanyEmail());
    out.packString(people.getTelephoneNumber());
    out.packInt(people.getSex().ordinal());
    out.packInt(people.getAge());
    Address address = people.getAddress();
    out.packString(address.getStreet());
    out.packString(address.getPostalCode());
    out.packString(address.getCity());
  }

  @Override
  public People unpack(MessageUnpacker in) throws IOException {
    People people = new People();
    people.setFirstName(in.unpackString());
    people.setLastName(in.unpackString());
    people.setEmail(in.unpackString());
    people.setUsername(in.unpackString());
    people.setCompanyEmail(in.unpackString());
    people.setTelephoneNumber(in.unpackString());
    people.setSex(SEXES[in.unpackInt()]);
    people.setAge(in.unpackInt());
    Address address = new Address();
    address.setStreet(in.unpackString());
    address.setPostalCode(in.unpackString());
    address.setCity(in.unpackString());
    people.setAddress(address);
    return people;
  }
}
