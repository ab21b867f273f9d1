package com.acme.employee;

import java.io.Serializable;

/** Where one of the {@link People} lives. */
public class Address implements Serializable {
  private static final long serialVersionUID = 1;

  private String street;
  private String postalCode;
  private String city;

  public String getStreet() {
    return street;
  }

  public void setStreet(String street) {
    this.street = street;
  }

  public String getPostalCode() {
    return postalCode;
  }

  public void setPostalCode(String postalCode) {
    this.postalCode = postalCode;
  }

  public String getCity() {
    return city;
  }

  public void setCity(String city) {
    this.city = city;
  }
}
