/* What of PHP's headers is bound. */
#include "php.h"
#include "php_ini.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "zend_enum.h"
#include "ext/spl/spl_exceptions.h"
#include "ext/standard/info.h"
#include "ext/session/php_session.h"

static const char *const LARDER_BUILD_ID = ZEND_MODULE_BUILD_ID;
static const unsigned char LARDER_ZTS = USING_ZTS;
static const unsigned char LARDER_DEBUG = ZEND_DEBUG;

/* How an argument's type names a class: a C string, which the engine makes its own when it registers the function. */
#ifdef _ZEND_TYPE_LITERAL_NAME_BIT
static const unsigned int LARDER_TYPE_NAMED = _ZEND_TYPE_LITERAL_NAME_BIT;
#else
static const unsigned int LARDER_TYPE_NAMED = _ZEND_TYPE_NAME_BIT;
#endif
static const unsigned int LARDER_TYPE_ANY = MAY_BE_ANY;
