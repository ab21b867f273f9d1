dnl For `phpize && ./configure && make`: Cargo builds the extension, for the PHP of php-config.
PHP_ARG_ENABLE([larder],
  [whether to enable Larder],
  [AS_HELP_STRING([--enable-larder], [Enable the Larder extension])],
  [yes])

if test "$PHP_LARDER" != "no"; then
  AC_PATH_PROG([CARGO], [cargo])
  if test -z "$CARGO"; then
    AC_MSG_ERROR([Larder is written in Rust: install Rust 1.95 or newer, so that cargo is on the PATH])
  fi
  PHP_MODULES="$PHP_MODULES \$(phplibdir)/larder.so"
  PHP_SUBST([PHP_MODULES])
  PHP_SUBST([CARGO])
  PHP_SUBST([PHP_CONFIG])
  PHP_ADD_MAKEFILE_FRAGMENT([$abs_srcdir/Makefile.frag])
fi
