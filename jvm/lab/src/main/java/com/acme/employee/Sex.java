package com.acme.employee;

public enum Sex {
  MALE,
  FEMALE
}
