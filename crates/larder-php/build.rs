//! Binds the structures and functions of the PHP that `php-config` (or LARDER_PHP_CONFIG) names.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

const TYPES: &str = "\
    zval|zend_string|zend_array|HashTable|Bucket|zend_object|zend_object_handlers|zend_reference|\
    zend_class_entry|zend_property_info|zend_module_entry|zend_module_dep|zend_function_entry|\
    zend_internal_arg_info|zend_internal_function_info|zend_execute_data|zend_ini_entry_def|\
    ps_serializer";

const FUNCTIONS: &str = "\
    _emalloc|_emalloc_56|_erealloc|_efree|zval_ptr_dtor|zval_add_ref|rc_dtor_func|zend_array_destroy|\
    zend_array_count|zend_new_array|_zend_new_array|zend_hash_real_init_mixed|\
    zend_hash_real_init_packed|zend_hash_extend|zend_hash_add|zend_hash_add_new|zend_hash_update|\
    zend_hash_index_add|zend_hash_index_update|zend_hash_next_index_insert|zend_hash_find|\
    zend_hash_find_known_hash|zend_hash_str_find|zend_hash_str_update|zend_hash_index_find|\
    object_init_ex|zend_lookup_class_ex|zend_get_properties_for|zend_call_known_function|zend_call_known_function_ex|\
    zend_call_known_instance_method_with_1_params|zend_throw_exception|zend_exception_set_previous|\
    zend_throw_error|zend_type_error|zend_value_error|\
    zend_argument_type_error|zend_argument_value_error|zend_error|php_error_docref|\
    zend_update_property_string|zend_update_property_long|zend_update_property_null|\
    zend_declare_typed_property|zend_register_internal_class_ex|zend_register_functions|\
    zend_register_ini_entries|zend_unregister_ini_entries|zend_ini_string_ex|display_ini_entries|\
    zend_parse_parameters|zend_wrong_parameters_none_error|zend_verify_prop_assignable_by_ref|\
    zend_verify_ref_assignable_zval|zend_ref_add_type_source|zend_ref_del_type_source|\
    zend_get_class_constant_ex|zend_std_get_properties|zend_object_std_init|\
    object_properties_init|zend_objects_new|zend_unmangle_property_name_ex|zend_zval_type_name|\
    zend_get_constant|zend_string_hash_func|zend_hash_func|_zend_handle_numeric_str_ex|\
    zend_is_true|php_check_open_basedir|_call_user_function_impl|php_info_print_table_start|\
    php_info_print_table_end|php_info_print_table_row|php_info_print_table_header|\
    gc_possible_root|php_session_register_serializer|tsrm_get_ls_cache|zval_get_string_func|\
    zend_memory_usage|zend_mm_gc|zend_mm_get_heap";

const VARIABLES: &str = "\
    executor_globals|executor_globals_offset|core_globals|core_globals_offset|std_object_handlers|\
    zend_empty_string|zend_empty_array|zend_one_char_string|zend_string_init_interned|\
    spl_ce_RuntimeException|zend_ce_serializable|IS_.*|ZEND_ACC_.*|HASH_FLAG_.*|GC_.*|E_WARNING|\
    E_NOTICE|E_DEPRECATED|PHP_VERSION_ID|ZEND_MODULE_API_NO|ZEND_INI_.*|LARDER_.*|MODULE_DEP_.*";

fn main() {
    println!("cargo::rerun-if-changed=src/zend/engine/engine.h");
    println!("cargo::rerun-if-env-changed=LARDER_PHP_CONFIG");
    for cfg in ["php82", "php83", "php84", "php86", "zts"] {
        println!("cargo::rustc-check-cfg=cfg({cfg})");
    }
    let config = env::var("LARDER_PHP_CONFIG").unwrap_or_else(|_| "php-config".into());
    let ask = |question: &str| {
        let output = Command::new(&config).arg(question).output();
        let Some(output) = output.ok().filter(|output| output.status.success()) else {
            panic!(
                "{config} does not run: install PHP's headers (apt-get install php-dev), or name \
                 another php-config in LARDER_PHP_CONFIG"
            );
        };
        String::from_utf8(output.stdout).expect("php-config prints UTF-8")
    };
    let version: u32 = ask("--vernum").trim().parse().expect("php-config prints a version");
    assert!(
        version >= 80_100,
        "the extension needs PHP 8.1 or newer; {config} is of PHP {version}"
    );
    for (cfg, since) in [("php82", 80_200), ("php83", 80_300), ("php84", 80_400), ("php86", 80_600)]
    {
        if version >= since {
            println!("cargo::rustc-cfg={cfg}");
        }
    }
    // Folders, which may have spaces in their names.
    let includes = format!(" {}", ask("--includes").trim());
    let words = |list: &str| list.replace([' ', '\n'], "");
    let bindings = bindgen::Builder::default()
        .header("src/zend/engine/engine.h")
        .clang_args(
            includes.split(" -I").filter(|path| !path.is_empty()).map(|path| format!("-I{path}")),
        )
        .use_core()
        .layout_tests(false)
        .generate_comments(false)
        .allowlist_type(words(TYPES))
        .allowlist_function(words(FUNCTIONS))
        .allowlist_var(words(VARIABLES))
        .generate();
    let bindings = bindings
        .unwrap_or_else(|error| panic!("PHP's headers cannot be bound: {error}"))
        .to_string();
    if bindings.contains("executor_globals_offset") {
        println!("cargo::rustc-cfg=zts");
    }
    let out = Path::new(&env::var("OUT_DIR").expect("set by Cargo")).join("php.rs");
    fs::write(&out, bindings).expect("the build folder can be written");
}
