package com.acme.employee;

import java.io.Serializable;

/**
 * The person of the article "Fastjson strings against Kryo in a Spring Boot service on Redis";
 * {@code md5} is of the other fields.
 */
public class SpringPerson implements Serializable {
  private static final long serialVersionUID = 1;

  private long id;
  private String name;
  private String address;
  private String phone;
  private String sex;
  private int age;
  private String md5;

  public long getId() {
    return id;
  }

  public void setId(long id) {
    this.id = id;
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public String getAddress() {
    return address;
  }

  public void setAddress(String address) {
    this.address = address;
  }

  public String getPhone() {
    return phone;
  }

  public void setPhone(String phone) {
    this.phone = phone;
  }

  public String getSex() {
    return sex;
  }

  public void setSex(String sex) {
    this.sex = sex;
  }

  public int getAge() {
    return age;
  }

  public void setAge(int age) {
    this.age = age;
  }

  public String getMd5() {
    return md5;
  }

  public void setMd5(String md5) {
    this.md5 = md5;
  }
}
