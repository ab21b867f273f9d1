package dev.larder.shop;

public abstract class Audited<E> {
  public E editor;
}
