package dev.larder.shop;

public record Editor(String name) {}
