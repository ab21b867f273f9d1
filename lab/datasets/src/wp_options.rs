//! `wp-options`: what WordPress caches under `alloptions`: every autoloaded option's name and its
//! value as stored text.
//!
//! Option values are what the database column holds: digit strings, plain text, HTML, URLs, and
//! arrays that WordPress has run through PHP's `serialize`. Sites differ in plugins, widgets, posts
//! and times.

use crate::draw::Draw;
use crate::php_text::{CLASS, serialize};
use crate::timestamp::{self, BASE, DAY};
use serde_json::{Map, Value, json};

/// What several options of one site share.
struct Site {
    host: String,
    name: String,
    admin: String,
    theme: &'static str,
    now: i64,
    plugins: Vec<&'static Plugin>,
    options: Map<String, Value>,
}

struct Plugin {
    file: &'static str,
    version: &'static str,
    /// Option names with the texts that they may have; `#` in a name or text becomes a digit string
    /// drawn anew.
    options: &'static [(&'static str, &'static [&'static str])],
    hooks: &'static [(&'static str, &'static str)],
}

const ADJECTIVES: &[&str] = &[
    "Northern", "Quiet", "Green", "Old Town", "Harbour", "Little", "Golden", "Open", "Mountain",
    "Paper",
];
const NOUNS: &[&str] = &[
    "Kitchen",
    "Bakery",
    "Journal",
    "Cycling Club",
    "Bookshop",
    "Garden",
    "Observatory",
    "Workshop",
    "Choir",
    "Market",
];
const TAGLINES: &[&str] = &[
    "Just another WordPress site",
    "News & notes since 2009",
    "Fresh every day",
    "What we read, cook & build",
    "Opening hours: Tue–Sat",
];
const THEMES: &[&str] =
    &["twentytwentyfour", "twentytwentyfive", "astra", "generatepress", "kadence"];
const ZONES: &[&str] =
    &["Europe/Berlin", "Europe/Paris", "America/New_York", "Asia/Shanghai", "UTC"];

/// WordPress's own options whose values are plain text.
const CORE: &[(&str, &[&str])] = &[
    ("start_of_week", &["0", "1"]),
    ("use_balanceTags", &["0"]),
    ("use_smilies", &["1"]),
    ("require_name_email", &["1"]),
    ("comments_notify", &["1", "0"]),
    ("posts_per_rss", &["10"]),
    ("rss_use_excerpt", &["0", "1"]),
    ("mailserver_url", &["mail.example.com"]),
    ("mailserver_login", &["login@example.com"]),
    ("mailserver_pass", &[""]),
    ("mailserver_port", &["110"]),
    ("default_category", &["1", "3"]),
    ("default_comment_status", &["open", "closed"]),
    ("default_ping_status", &["open", "closed"]),
    ("default_pingback_flag", &["1", "0"]),
    ("posts_per_page", &["10", "12", "6"]),
    ("date_format", &["F j, Y", "d/m/Y", "Y-m-d", "j. F Y"]),
    ("time_format", &["g:i a", "H:i"]),
    ("links_updated_date_format", &["F j, Y g:i a"]),
    ("comment_moderation", &["0", "1"]),
    ("moderation_notify", &["1"]),
    (
        "permalink_structure",
        &["/%year%/%monthnum%/%day%/%postname%/", "/%postname%/", "/%category%/%postname%/"],
    ),
    ("hack_file", &["0"]),
    ("blog_charset", &["UTF-8"]),
    ("category_base", &["", "/topics"]),
    ("ping_sites", &["https://rpc.pingomatic.com/"]),
    ("comment_max_links", &["2"]),
    ("gmt_offset", &["0", ""]),
    ("default_email_category", &["1"]),
    ("comment_registration", &["0"]),
    ("html_type", &["text/html"]),
    ("use_trackback", &["0"]),
    ("default_role", &["subscriber", "customer"]),
    ("db_version", &["60421", "58975", "57155"]),
    ("uploads_use_yearmonth_folders", &["1"]),
    ("upload_path", &[""]),
    ("blog_public", &["1", "0"]),
    ("default_link_category", &["2"]),
    ("show_on_front", &["posts", "page"]),
    ("tag_base", &["", "/tags"]),
    ("show_avatars", &["1"]),
    ("avatar_rating", &["G"]),
    ("upload_url_path", &[""]),
    ("thumbnail_size_w", &["150"]),
    ("thumbnail_size_h", &["150"]),
    ("thumbnail_crop", &["1"]),
    ("medium_size_w", &["300"]),
    ("medium_size_h", &["300"]),
    ("avatar_default", &["mystery", "retro"]),
    ("large_size_w", &["1024"]),
    ("large_size_h", &["1024"]),
    ("image_default_link_type", &["none", "file"]),
    ("image_default_size", &[""]),
    ("image_default_align", &[""]),
    ("close_comments_for_old_posts", &["0", "1"]),
    ("close_comments_days_old", &["14"]),
    ("thread_comments", &["1"]),
    ("thread_comments_depth", &["5"]),
    ("page_comments", &["0"]),
    ("comments_per_page", &["50"]),
    ("default_comments_page", &["newest"]),
    ("comment_order", &["asc"]),
    ("page_for_posts", &["0", "##"]),
    ("page_on_front", &["0", "##"]),
    ("default_post_format", &["0"]),
    ("link_manager_enabled", &["0"]),
    ("finished_splitting_shared_terms", &["1"]),
    ("site_icon", &["0", "###"]),
    ("medium_large_size_w", &["768"]),
    ("medium_large_size_h", &["0"]),
    ("wp_page_for_privacy_policy", &["3"]),
    ("show_comments_cookies_opt_in", &["1"]),
    ("admin_email_lifespan", &["17########"]),
    ("disallowed_keys", &[""]),
    ("comment_previously_approved", &["1"]),
    ("auto_plugin_theme_update_emails", &["a:0:{}"]),
    ("auto_update_core_dev", &["enabled"]),
    ("auto_update_core_minor", &["enabled"]),
    ("auto_update_core_major", &["enabled", "disabled"]),
    ("wp_force_deactivated_plugins", &["a:0:{}"]),
    ("wp_attachment_pages_enabled", &["0", "1"]),
    ("wp_notes_notify", &["1"]),
    ("initial_db_version", &["48748", "53496", "57155"]),
    ("fresh_site", &["0"]),
    ("WPLANG", &["", "de_DE", "fr_FR"]),
    ("user_count", &["#", "##"]),
    ("can_compress_scripts", &["0", "1"]),
    ("https_detection_errors", &["a:0:{}"]),
    ("db_upgraded", &[""]),
    ("finished_updating_comment_type", &["1"]),
    ("theme_switched", &[""]),
    ("recovery_mode_email_last_sent", &["17########"]),
    ("wp_calendar_block_has_published_posts", &["1"]),
];

const PLUGINS: &[Plugin] = &[
    Plugin {
        file: "akismet/akismet.php",
        version: "5.3.3",
        options: &[
            ("wordpress_api_key", &["############"]),
            ("akismet_strictness", &["0", "1"]),
            ("akismet_show_user_comments_approved", &["0"]),
            ("akismet_comment_form_privacy_notice", &["hide", "display"]),
            ("akismet_spam_count", &["###", "####"]),
        ],
        hooks: &[("akismet_scheduled_delete", "daily")],
    },
    Plugin {
        file: "contact-form-7/wp-contact-form-7.php",
        version: "5.9.8",
        options: &[],
        hooks: &[],
    },
    Plugin {
        file: "woocommerce/woocommerce.php",
        version: "9.3.3",
        options: &[
            ("woocommerce_schema_version", &["920"]),
            ("woocommerce_store_address", &["## Harbour Street", "# Market Square"]),
            ("woocommerce_store_address_2", &[""]),
            ("woocommerce_store_city", &["Hamburg", "Lyon", "Portland"]),
            ("woocommerce_default_country", &["DE:DE-HH", "FR", "US:OR"]),
            ("woocommerce_store_postcode", &["#####"]),
            ("woocommerce_allowed_countries", &["all", "specific"]),
            ("woocommerce_ship_to_countries", &["", "disabled"]),
            ("woocommerce_default_customer_address", &["base"]),
            ("woocommerce_calc_taxes", &["yes", "no"]),
            ("woocommerce_enable_coupons", &["yes"]),
            ("woocommerce_calc_discounts_sequentially", &["no"]),
            ("woocommerce_currency", &["EUR", "USD"]),
            ("woocommerce_currency_pos", &["left", "right_space"]),
            ("woocommerce_price_thousand_sep", &[",", "."]),
            ("woocommerce_price_decimal_sep", &[".", ","]),
            ("woocommerce_price_num_decimals", &["2"]),
            ("woocommerce_shop_page_id", &["##", "###"]),
            ("woocommerce_cart_page_id", &["##", "###"]),
            ("woocommerce_checkout_page_id", &["##", "###"]),
            ("woocommerce_myaccount_page_id", &["##", "###"]),
            ("woocommerce_cart_redirect_after_add", &["no"]),
            ("woocommerce_enable_ajax_add_to_cart", &["yes"]),
            ("woocommerce_placeholder_image", &["#"]),
            ("woocommerce_weight_unit", &["kg", "lbs"]),
            ("woocommerce_dimension_unit", &["cm", "in"]),
            ("woocommerce_enable_reviews", &["yes", "no"]),
            ("woocommerce_review_rating_required", &["yes"]),
            ("woocommerce_manage_stock", &["yes", "no"]),
            ("woocommerce_hold_stock_minutes", &["60"]),
            ("woocommerce_notify_low_stock_amount", &["2"]),
            ("woocommerce_stock_format", &["", "low_amount"]),
            ("woocommerce_email_background_color", &["#f7f7f7"]),
            ("woocommerce_email_base_color", &["#7f54b3", "#96588a"]),
            ("woocommerce_enable_guest_checkout", &["yes", "no"]),
            (
                "woocommerce_checkout_privacy_policy_text",
                &[
                    "Your personal data will be used to process your order, support your experience throughout this website, and for other purposes described in our [privacy_policy].",
                ],
            ),
            ("woocommerce_checkout_pay_endpoint", &["order-pay"]),
            ("woocommerce_myaccount_orders_endpoint", &["orders"]),
            ("woocommerce_myaccount_edit_account_endpoint", &["edit-account"]),
            ("woocommerce_version", &["9.3.3"]),
            ("woocommerce_db_version", &["9.3.3"]),
            ("woocommerce_queue_flush_rewrite_rules", &["no"]),
        ],
        hooks: &[
            ("woocommerce_cleanup_sessions", "twicedaily"),
            ("woocommerce_scheduled_sales", "daily"),
            ("woocommerce_cleanup_logs", "daily"),
        ],
    },
    Plugin {
        file: "wordpress-seo/wp-seo.php",
        version: "23.6",
        options: &[
            ("yoast_migrations_free", &["a:1:{s:7:\"version\";s:4:\"23.6\";}"]),
            ("wpseo_ryte", &["a:2:{s:6:\"status\";i:-1;s:10:\"last_fetch\";i:0;}"]),
        ],
        hooks: &[("wpseo-reindex", "daily"), ("wpseo_permalink_structure_check", "daily")],
    },
    Plugin {
        file: "wordfence/wordfence.php",
        version: "7.11.7",
        options: &[
            ("wordfence_version", &["7.11.7"]),
            ("wordfence_case", &[""]),
            ("wordfence_installed", &["1"]),
            ("wordfenceActivated", &["1"]),
        ],
        hooks: &[("wordfence_daily_cron", "daily"), ("wordfence_hourly_cron", "hourly")],
    },
    Plugin {
        file: "redis-cache/redis-cache.php",
        version: "2.5.4",
        options: &[("roc_dismissed_release_notice", &["2.5.4"])],
        hooks: &[("rediscache_discard_metrics", "hourly")],
    },
    Plugin {
        file: "wp-super-cache/wp-cache.php",
        version: "1.12.4",
        options: &[
            ("ossdl_off_blog_url", &["https://example.com"]),
            ("ossdl_off_cdn_url", &["https://cdn.example.com"]),
            ("ossdl_off_include_dirs", &["wp-content,wp-includes"]),
            ("ossdl_off_exclude", &[".php"]),
            ("ossdl_cname", &[""]),
            ("wpsupercache_start", &["17########"]),
            ("wpsupercache_count", &["0"]),
        ],
        hooks: &[("wp_cache_gc", "hourly")],
    },
    Plugin {
        file: "updraftplus/updraftplus.php",
        version: "1.24.6",
        options: &[
            ("updraftplus_version", &["1.24.6"]),
            ("updraft_interval", &["weekly", "daily"]),
            ("updraft_interval_database", &["daily"]),
            ("updraft_retain", &["2", "4"]),
            ("updraft_retain_db", &["2", "7"]),
            ("updraft_encryptionphrase", &[""]),
            ("updraft_service", &["a:1:{i:0;s:2:\"s3\";}", "email"]),
            ("updraft_split_every", &["400"]),
            ("updraft_delete_local", &["1"]),
            ("updraft_include_plugins", &["1"]),
            ("updraft_include_themes", &["1"]),
            ("updraft_include_uploads", &["1"]),
            (
                "updraft_lastmessage",
                &["The backup succeeded and is now complete (Jan ## 03:##:##)"],
            ),
        ],
        hooks: &[("updraft_backup", "weekly"), ("updraft_backup_database", "daily")],
    },
    Plugin {
        file: "elementor/elementor.php",
        version: "3.24.7",
        options: &[
            ("elementor_version", &["3.24.7"]),
            ("elementor_active_kit", &["#", "##"]),
            ("elementor_font_display", &["swap", "auto"]),
            ("elementor_css_print_method", &["external", "internal"]),
            ("elementor_disable_color_schemes", &["yes"]),
            ("elementor_experiment-container", &["active", "default"]),
            ("elementor_cpt_support", &["a:2:{i:0;s:4:\"post\";i:1;s:4:\"page\";}"]),
            ("elementor_onboarded", &["1"]),
            ("elementor_install_history", &["a:1:{s:6:\"3.24.7\";i:17########;}"]),
            ("_elementor_installed_time", &["17########"]),
        ],
        hooks: &[("elementor/tracker/send_event", "daily")],
    },
    Plugin {
        file: "wpforms-lite/wpforms.php",
        version: "1.9.1.4",
        options: &[
            ("wpforms_version", &["1.9.1.4"]),
            ("wpforms_version_lite", &["1.9.1.4"]),
            ("wpforms_activated", &["a:1:{s:4:\"lite\";i:17########;}"]),
            ("wpforms_shareasale_id", &[""]),
            ("wpforms_crypto_secret_key", &["################################"]),
        ],
        hooks: &[("wpforms_process_forms_locator_scan", "daily")],
    },
    Plugin {
        file: "jetpack/jetpack.php",
        version: "13.9.1",
        options: &[
            ("jetpack_activated", &["1"]),
            (
                "jetpack_available_modules",
                &[
                    "a:1:{s:6:\"13.9.1\";a:3:{s:5:\"stats\";s:3:\"1.1\";s:7:\"monitor\";s:3:\"2.6\";s:7:\"protect\";s:3:\"3.4\";}}",
                ],
            ),
            (
                "jetpack_active_modules",
                &["a:3:{i:0;s:5:\"stats\";i:1;s:7:\"monitor\";i:2;s:7:\"protect\";}"],
            ),
            ("jetpack_sync_settings_disable", &["0"]),
            ("jetpack_next_sync_time_sync", &["17########"]),
            (
                "sharing-options",
                &[
                    "a:1:{s:6:\"global\";a:5:{s:12:\"button_style\";s:9:\"icon-text\";s:13:\"sharing_label\";s:11:\"Share this:\";s:10:\"open_links\";s:4:\"same\";s:4:\"show\";a:0:{}s:6:\"custom\";a:0:{}}}",
                ],
            ),
            (
                "stats_options",
                &[
                    "a:4:{s:9:\"admin_bar\";b:1;s:11:\"count_roles\";a:0:{}s:7:\"blog_id\";i:#########;s:7:\"version\";s:1:\"9\";}",
                ],
            ),
        ],
        hooks: &[("jetpack_sync_cron", "hourly"), ("jetpack_clean_nonces", "hourly")],
    },
];

const CORE_HOOKS: &[(&str, &str)] = &[
    ("wp_privacy_delete_old_export_files", "hourly"),
    ("wp_update_plugins", "twicedaily"),
    ("wp_update_themes", "twicedaily"),
    ("wp_version_check", "twicedaily"),
    ("recovery_mode_clean_expired_keys", "daily"),
    ("wp_scheduled_delete", "daily"),
    ("delete_expired_transients", "daily"),
    ("wp_scheduled_auto_draft_delete", "daily"),
    ("wp_site_health_scheduled_check", "weekly"),
    ("wp_delete_temp_updater_backups", "weekly"),
];

/// Widgets that stand unconfigured on most sites.
const IDLE_WIDGETS: &[&str] = &[
    "pages",
    "calendar",
    "archives",
    "media_audio",
    "media_image",
    "media_gallery",
    "media_video",
    "meta",
    "search",
    "recent-posts",
    "recent-comments",
    "tag_cloud",
    "nav_menu",
];

/// What WooCommerce adds to the roles of administrators and shop managers.
const SHOP_CAPABILITIES: &[&str] = &[
    "edit_product",
    "read_product",
    "delete_product",
    "edit_products",
    "edit_others_products",
    "publish_products",
    "read_private_products",
    "delete_products",
    "delete_private_products",
    "delete_published_products",
    "delete_others_products",
    "edit_private_products",
    "edit_published_products",
    "manage_product_terms",
    "edit_product_terms",
    "delete_product_terms",
    "assign_product_terms",
    "edit_shop_order",
    "read_shop_order",
    "delete_shop_order",
    "edit_shop_orders",
    "edit_others_shop_orders",
    "publish_shop_orders",
    "read_private_shop_orders",
    "delete_shop_orders",
    "edit_shop_coupon",
    "read_shop_coupon",
    "delete_shop_coupon",
    "edit_shop_coupons",
    "publish_shop_coupons",
];

pub fn value(draw: &mut Draw, index: u32) -> Value {
    let (adjective, noun) = (draw.pick(ADJECTIVES), draw.pick(NOUNS));
    let (first, last) = (draw.first_name(), draw.last_name());
    let host = format!("{}-{}.example.{}", adjective, noun, draw.pick(&["com", "org", "net"]))
        .to_lowercase()
        .replace(' ', "-");
    let mut site = Site {
        name: format!("{adjective} {noun}"),
        admin: draw.email(&first, &last),
        theme: draw.pick(THEMES),
        now: BASE + DAY * i64::from(index) + draw.int(0..DAY),
        plugins: plugins(draw),
        options: Map::new(),
        host,
    };
    identity(draw, &mut site);
    for (name, texts) in CORE {
        site.set_digits(draw, name, texts);
    }
    structure(draw, &mut site);
    widgets(draw, &mut site);
    theme(draw, &mut site);
    for plugin in site.plugins.clone() {
        for (name, texts) in plugin.options {
            site.set_digits(draw, name, texts);
        }
    }
    plugin_settings(draw, &mut site);
    transients(draw, &mut site);
    Value::Object(site.options)
}

impl Site {
    fn set(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.options.insert(name.into(), Value::String(text.into()));
    }

    /// One of `texts`, with a digit for each `#`, except in colours.
    fn set_digits(&mut self, draw: &mut Draw, name: &str, texts: &[&str]) {
        let text = draw.pick(texts);
        let text = if name.ends_with("color") {
            text.to_owned()
        } else {
            text.chars()
                .map(|c| if c == '#' { draw.pick(b"123456789").into() } else { c })
                .collect()
        };
        self.set(name, text);
    }

    fn set_array(&mut self, name: impl Into<String>, value: &Value) {
        self.set(name, serialize(value));
    }

    fn url(&self, path: &str) -> String {
        format!("https://{}{path}", self.host)
    }

    fn has(&self, plugin: &str) -> bool {
        self.plugins.iter().any(|p| p.file.starts_with(plugin))
    }
}

/// Most of the plugins; WooCommerce everywhere, since it decides whether there are 200 or 300
/// options.
fn plugins(draw: &mut Draw) -> Vec<&'static Plugin> {
    let count = draw.int(8..11) as usize;
    let all: Vec<&Plugin> = PLUGINS.iter().collect();
    let mut chosen = draw.some_of(&all, count);
    if !chosen.iter().any(|p| p.file.starts_with("woocommerce")) {
        chosen.push(&PLUGINS[2]);
    }
    chosen.sort_by_key(|p| p.file);
    chosen
}

fn identity(draw: &mut Draw, site: &mut Site) {
    site.set("siteurl", site.url(""));
    site.set("home", site.url(""));
    site.set("blogname", site.name.clone());
    site.set("blogdescription", draw.pick(TAGLINES));
    site.set("users_can_register", draw.pick(&["0", "1"]));
    site.set("admin_email", site.admin.clone());
    site.set("new_admin_email", site.admin.clone());
    site.set("timezone_string", draw.pick(ZONES));
    site.set("template", site.theme);
    site.set("stylesheet", site.theme);
    site.set("current_theme", site.theme);
    site.set("moderation_keys", ["casino", "cheap-pills.example", "payday loan"].join("\n"));
    site.set(
        "auth_key",
        draw.chars(
            b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!@$%^&*(){}[]-_=+<>?",
            64,
        ),
    );
}

fn structure(draw: &mut Draw, site: &mut Site) {
    let files: Vec<&str> = site.plugins.iter().map(|p| p.file).collect();
    site.set_array("active_plugins", &json!(files));
    let uninstall: Map<String, Value> = files
        .iter()
        .step_by(2)
        .map(|file| ((*file).to_owned(), json!([file.split('/').next(), "uninstall"])))
        .collect();
    site.set_array("uninstall_plugins", &Value::Object(uninstall));
    let checked: Map<String, Value> =
        files.iter().map(|file| ((*file).to_owned(), true.into())).collect();
    site.set_array("auto_update_plugins", &json!(checked.keys().collect::<Vec<_>>()));
    let sticky: Vec<i64> = (0..draw.int(0..4)).map(|_| draw.int(10..4000)).collect();
    site.set_array("sticky_posts", &json!(sticky));
    site.set_array("recently_edited", &json!([]));
    site.set_array("wp_user_roles", &roles(site));
    site.set_array("rewrite_rules", &rewrite_rules(draw));
    site.set_array("cron", &cron(draw, site));
    site.set_array("nav_menu_options", &json!({"0": false, "auto_add": []}));
    let children: Map<String, Value> = (0..draw.int(2..6))
        .map(|_| (draw.int(15..90).to_string(), json!([draw.int(90..200), draw.int(200..300)])))
        .collect();
    site.set_array("category_children", &Value::Object(children.clone()));
    site.set_array("product_cat_children", &Value::Object(children));
}

fn roles(site: &Site) -> Value {
    let caps = |names: &[&str]| -> Value {
        Value::Object(names.iter().map(|name| ((*name).to_owned(), true.into())).collect())
    };
    let subscriber = ["read", "level_0"];
    let author = [
        "upload_files",
        "edit_posts",
        "edit_published_posts",
        "publish_posts",
        "read",
        "level_2",
        "level_1",
        "level_0",
        "delete_posts",
        "delete_published_posts",
    ];
    let editor = [
        "moderate_comments",
        "manage_categories",
        "manage_links",
        "upload_files",
        "unfiltered_html",
        "edit_posts",
        "edit_others_posts",
        "edit_published_posts",
        "publish_posts",
        "edit_pages",
        "read",
        "level_7",
        "level_6",
        "level_5",
        "level_4",
        "level_3",
        "level_2",
        "level_1",
        "level_0",
        "edit_others_pages",
        "edit_published_pages",
        "publish_pages",
        "delete_pages",
        "delete_others_pages",
        "delete_published_pages",
        "delete_posts",
        "delete_others_posts",
        "delete_published_posts",
        "delete_private_posts",
        "edit_private_posts",
        "read_private_posts",
    ];
    let mut administrator = vec![
        "switch_themes",
        "edit_themes",
        "activate_plugins",
        "edit_plugins",
        "edit_users",
        "edit_files",
        "manage_options",
        "import",
        "export",
        "update_plugins",
        "delete_plugins",
        "install_plugins",
        "update_themes",
        "install_themes",
        "update_core",
        "list_users",
        "remove_users",
        "promote_users",
        "edit_theme_options",
        "delete_themes",
        "create_users",
        "delete_users",
        "unfiltered_upload",
        "edit_dashboard",
    ];
    administrator.extend(editor);
    let mut shop_manager = vec![
        "read",
        "upload_files",
        "edit_posts",
        "edit_pages",
        "list_users",
        "manage_woocommerce",
    ];
    if site.has("woocommerce") {
        administrator.extend(["manage_woocommerce", "view_woocommerce_reports"]);
        administrator.extend(SHOP_CAPABILITIES);
        shop_manager.extend(SHOP_CAPABILITIES);
    }
    json!({
        "administrator": {"name": "Administrator", "capabilities": caps(&administrator)},
        "editor": {"name": "Editor", "capabilities": caps(&editor)},
        "author": {"name": "Author", "capabilities": caps(&author)},
        "contributor": {"name": "Contributor", "capabilities": caps(&["edit_posts", "read", "level_1", "level_0", "delete_posts"])},
        "subscriber": {"name": "Subscriber", "capabilities": caps(&subscriber)},
        "customer": {"name": "Customer", "capabilities": caps(&["read"])},
        "shop_manager": {"name": "Shop manager", "capabilities": caps(&shop_manager)},
    })
}

fn rewrite_rules(draw: &mut Draw) -> Value {
    let mut rules = Map::new();
    rules.insert("^wp-json/?$".into(), "index.php?rest_route=/".into());
    rules.insert("^wp-json/(.*)?".into(), "index.php?rest_route=/$matches[1]".into());
    rules.insert("^wp-sitemap\\.xml$".into(), "index.php?sitemap=index".into());
    rules.insert("favicon\\.ico$".into(), "index.php?favicon=1".into());
    let bases = [
        ("category", "category_name"),
        ("tag", "tag"),
        ("type", "post_format"),
        ("product-category", "product_cat"),
        ("product-tag", "product_tag"),
        ("brand", "product_brand"),
    ];
    let count = draw.int(4..7) as usize;
    for (base, variable) in draw.some_of(&bases, count) {
        for (tail, target) in [
            ("(.+?)/feed/(feed|rdf|rss|rss2|atom)/?$", "=$matches[1]&feed=$matches[2]"),
            ("(.+?)/embed/?$", "=$matches[1]&embed=true"),
            ("(.+?)/page/?([0-9]{1,})/?$", "=$matches[1]&paged=$matches[2]"),
            ("(.+?)/feed/?$", "=$matches[1]&feed=feed"),
            ("(.+?)/?$", "=$matches[1]"),
        ] {
            rules.insert(format!("{base}/{tail}"), format!("index.php?{variable}{target}").into());
        }
    }
    for (rule, target) in [
        ("robots\\.txt$", "index.php?robots=1"),
        (".*wp-(atom|rdf|rss|rss2|feed|commentsrss2)\\.php$", "index.php?feed=old"),
        ("feed/(feed|rdf|rss|rss2|atom)/?$", "index.php?&feed=$matches[1]"),
        ("page/?([0-9]{1,})/?$", "index.php?&paged=$matches[1]"),
        ("search/(.+)/page/?([0-9]{1,})/?$", "index.php?s=$matches[1]&paged=$matches[2]"),
        ("author/([^/]+)/?$", "index.php?author_name=$matches[1]"),
        ("([0-9]{4})/([0-9]{1,2})/?$", "index.php?year=$matches[1]&monthnum=$matches[2]"),
        ("(.?.+?)(?:/([0-9]+))?/?$", "index.php?pagename=$matches[1]&page=$matches[2]"),
    ] {
        rules.insert(rule.into(), target.into());
    }
    Value::Object(rules)
}

/// `cron`: time → hook → key of the arguments → schedule.
fn cron(draw: &mut Draw, site: &Site) -> Value {
    let hooks = CORE_HOOKS.iter().chain(site.plugins.iter().flat_map(|p| p.hooks));
    let mut due: Vec<(i64, &str, &str, i64)> = hooks
        .map(|&(hook, schedule)| {
            let interval = match schedule {
                "hourly" => 3600,
                "twicedaily" => DAY / 2,
                "daily" => DAY,
                _ => 7 * DAY,
            };
            (site.now + draw.int(1..interval), hook, schedule, interval)
        })
        .collect();
    due.sort();
    let mut cron = Map::new();
    for (time, hook, schedule, interval) in due {
        // md5 of serialize([]), which is how WordPress keys events without arguments
        let event = json!({"40cd750bba9870f18aada2478b24840a": {"schedule": schedule, "args": [], "interval": interval}});
        let at = cron.entry(time.to_string()).or_insert_with(|| json!({}));
        at[hook] = event;
    }
    cron.insert("version".into(), 2.into());
    Value::Object(cron)
}

fn widgets(draw: &mut Draw, site: &mut Site) {
    let mut blocks = Map::new();
    let mut sidebar = Vec::new();
    for id in 2..draw.int(5..9) {
        blocks.insert(id.to_string(), json!({"content": block(draw, site)}));
        sidebar.push(format!("block-{id}"));
    }
    blocks.insert("_multiwidget".into(), 1.into());
    site.set_array("widget_block", &Value::Object(blocks));
    let footer = sidebar.split_off(sidebar.len() / 2);
    site.set_array(
        "sidebars_widgets",
        &json!({"wp_inactive_widgets": [], "sidebar-1": sidebar, "sidebar-2": footer, "array_version": 3}),
    );
    let text = json!({
        "2": {"title": "About us", "text": format!("<p>{} is run by volunteers. <a href=\"{}\">Write to us</a>.</p>", site.name, site.url("/contact/")), "filter": true, "visual": true},
        "_multiwidget": 1,
    });
    site.set_array("widget_text", &text);
    site.set_array(
        "widget_categories",
        &json!({"2": {"title": "", "count": 0, "hierarchical": draw.int(0..2), "dropdown": 0}, "_multiwidget": 1}),
    );
    site.set_array("widget_rss", &json!([]));
    let custom = json!({"3": {"title": "Follow", "content": "<ul class=\"social\">\n<li><a href=\"https://social.example/@site\" rel=\"me\">Mastodon</a></li>\n</ul>"}, "_multiwidget": 1});
    site.set_array("widget_custom_html", &custom);
    for widget in IDLE_WIDGETS {
        site.set_array(format!("widget_{widget}"), &json!({"_multiwidget": 1}));
    }
    if site.has("woocommerce") {
        for widget in [
            "cart",
            "layered_nav",
            "price_filter",
            "product_categories",
            "product_search",
            "products",
            "recent_reviews",
            "top_rated_products",
        ] {
            site.set_array(format!("widget_woocommerce_{widget}"), &json!({"_multiwidget": 1}));
        }
    }
}

fn block(draw: &mut Draw, site: &Site) -> String {
    match draw.int(0..5) {
        0 => "<!-- wp:search /-->".to_owned(),
        1 => "<!-- wp:group --><div class=\"wp-block-group\"><!-- wp:heading --><h2 class=\"wp-block-heading\">Recent Posts</h2><!-- /wp:heading --><!-- wp:latest-posts /--></div><!-- /wp:group -->".to_owned(),
        2 => format!("<!-- wp:paragraph -->\n<p>&copy; {} &middot; <a href=\"{}\">Imprint</a></p>\n<!-- /wp:paragraph -->", site.name, site.url("/imprint/")),
        3 => format!(
            "<!-- wp:image {{\"id\":{0},\"sizeSlug\":\"large\"}} -->\n<figure class=\"wp-block-image size-large\"><img src=\"{1}\" alt=\"\" class=\"wp-image-{0}\"/></figure>\n<!-- /wp:image -->",
            draw.int(100..5000),
            site.url(&format!("/wp-content/uploads/2025/{:02}/banner-{}.jpg", draw.int(1..13), draw.hex(4)))
        ),
        _ => "<!-- wp:group --><div class=\"wp-block-group\"><!-- wp:heading --><h2 class=\"wp-block-heading\">Archives</h2><!-- /wp:heading --><!-- wp:archives {\"showPostCounts\":true} /--></div><!-- /wp:group -->".to_owned(),
    }
}

fn theme(draw: &mut Draw, site: &mut Site) {
    let mods = json!({
        "0": false,
        "custom_css_post_id": if draw.chance(50) { -1 } else { draw.int(20..900) },
        "nav_menu_locations": {"primary": draw.int(2..40), "footer": draw.int(2..40)},
        "custom_logo": draw.int(10..3000),
        "background_color": draw.hex(6),
        "header_image": site.url(&format!("/wp-content/uploads/2024/{:02}/header.jpg", draw.int(1..13))),
    });
    site.set_array(format!("theme_mods_{}", site.theme), &mods);
    let old = THEMES.iter().find(|&&t| t != site.theme).expect("more than one theme");
    let old_mods = json!({
        "custom_css_post_id": -1,
        "sidebars_widgets": {"time": site.now - draw.int(30..900) * DAY, "data": {"wp_inactive_widgets": [], "sidebar-1": ["block-2", "block-3", "block-4"], "sidebar-2": ["block-5", "block-6"]}},
    });
    site.set_array(format!("theme_mods_{old}"), &old_mods);
    site.set("theme_switch_menu_locations", "a:0:{}");
}

/// Settings that plugins keep as one serialized array each.
fn plugin_settings(draw: &mut Draw, site: &mut Site) {
    if site.has("contact-form-7") {
        let upgraded = json!({"version": "5.9.8", "bulk_validate": {"timestamp": site.now - draw.int(10..400) * DAY, "version": "5.7", "count_valid": 1, "count_invalid": 0}});
        site.set_array("wpcf7", &upgraded);
    }
    if site.has("wordpress-seo") {
        let seo = json!({
            "tracking": false, "license_server_version": false, "ms_defaults_set": false, "ignore_search_engines_discouraged_notice": false,
            "indexing_first_time": true, "indexing_started": null, "indexing_reason": "", "indexables_indexing_completed": true,
            "version": "23.6", "previous_version": "23.5", "disableadvanced_meta": true, "enable_headless_rest_endpoints": true,
            "baiduverify": "", "googleverify": draw.alphanumeric(43), "msverify": "", "yandexverify": "", "site_type": "", "has_multiple_authors": "",
            "environment_type": "", "content_analysis_active": true, "keyword_analysis_active": true, "enable_admin_bar_menu": true,
            "enable_xml_sitemap": true, "enable_text_link_counter": true, "first_activated_on": site.now - draw.int(100..900) * DAY,
            "myyoast-oauth": false, "dynamic_permalinks": false, "home_url": site.url(""),
        });
        site.set_array("wpseo", &seo);
        let titles = json!({
            "forcerewritetitle": false, "separator": "sc-dash", "title-home-wpseo": "%%sitename%% %%page%% %%sep%% %%sitedesc%%",
            "title-author-wpseo": "%%name%%, Author at %%sitename%% %%page%%", "title-archive-wpseo": "%%date%% %%page%% %%sep%% %%sitename%%",
            "title-search-wpseo": "You searched for %%searchphrase%% %%page%% %%sep%% %%sitename%%", "title-404-wpseo": "Page not found %%sep%% %%sitename%%",
            "metadesc-home-wpseo": "", "noindex-author-wpseo": draw.chance(30), "disable-author": false, "breadcrumbs-enable": true, "breadcrumbs-home": "Home",
            "breadcrumbs-sep": "&raquo;", "website_name": "", "company_name": site.name, "company_logo": site.url("/wp-content/uploads/logo.png"),
            "title-post": "%%title%% %%page%% %%sep%% %%sitename%%", "noindex-post": false, "title-page": "%%title%% %%page%% %%sep%% %%sitename%%", "noindex-page": false,
        });
        site.set_array("wpseo_titles", &titles);
        site.set_array("wpseo_social", &json!({"facebook_site": "", "opengraph": true, "og_default_image": "", "twitter": true, "twitter_site": "", "twitter_card_type": "summary_large_image", "other_social_urls": []}));
    }
    for (kind, subject) in [
        ("new_order", "[{site_title}]: New order #{order_number}"),
        ("customer_invoice", "Invoice for order #{order_number} on {site_title}"),
        ("customer_note", "Note added to your {site_title} order"),
    ] {
        let email = json!({"enabled": "yes", "recipient": site.admin, "subject": subject, "heading": "", "additional_content": "Thanks for using {site_url}!", "email_type": "html"});
        site.set_array(format!("woocommerce_{kind}_settings"), &email);
    }
    let bank = json!({
        "enabled": draw.pick(&["yes", "no"]), "title": "Direct bank transfer",
        "description": "Make your payment directly into our bank account. Please use your Order ID as the payment reference.", "instructions": "",
    });
    site.set_array("woocommerce_bacs_settings", &bank);
    site.set_array("woocommerce_cod_settings", &json!({"enabled": "no", "title": "Cash on delivery", "description": "Pay with cash upon delivery.", "enable_for_methods": [], "enable_for_virtual": "yes"}));
    site.set_array("woocommerce_permalinks", &json!({"product_base": "product", "category_base": "product-category", "tag_base": "product-tag", "attribute_base": "", "use_verbose_page_rules": false}));
    site.set_array("woocommerce_admin_notices", &json!(["template_files"]));
    site.set_array("woocommerce_single_image_crop", &json!({"width": "1", "height": "1"}));
    for zone in 0..draw.int(2..5) {
        site.set_array(
            format!("woocommerce_flat_rate_{}_settings", zone + 1),
            &json!({"title": "Flat rate", "tax_status": "taxable", "cost": format!("{}.90", draw.int(2..15))}),
        );
    }
    for taxonomy in ["category", "post_tag", "product_cat", "product_tag"] {
        site.set_array(
            format!("default_{taxonomy}_order"),
            &json!({"orderby": "name", "order": "ASC", "ids": [draw.int(1..90), draw.int(90..400)]}),
        );
    }
}

fn transients(draw: &mut Draw, site: &mut Site) {
    let statuses = [
        "wc-pending",
        "wc-processing",
        "wc-on-hold",
        "wc-completed",
        "wc-cancelled",
        "wc-refunded",
        "wc-failed",
    ];
    let health = json!({"good": draw.int(12..20), "recommended": draw.int(0..6), "critical": draw.int(0..2)});
    let mut transients = vec![
        ("doing_cron_lock".to_owned(), format!("{}.{}", site.now, draw.int(1_000_000..9_999_999))),
        ("is_multi_author".to_owned(), draw.pick(&["0", "1"]).to_owned()),
        ("orders-all-statuses".to_owned(), serialize(&json!(statuses))),
        ("health-check-site-status-result".to_owned(), health.to_string()),
        ("woocommerce_webhook_ids_status_active".to_owned(), "a:0:{}".to_owned()),
    ];
    let version = draw.int(BASE - 90 * DAY..BASE).to_string();
    for name in [
        "wc_products_onsale",
        "wc_featured_products",
        "wc_product_children_412",
        "wc_var_prices_412",
    ] {
        let ids: Value = (0..draw.int(2..9)).map(|_| Value::from(draw.int(20..4000))).collect();
        transients.push((name.to_owned(), serialize(&json!({"version": version, "value": ids}))));
    }
    for _ in 0..draw.int(8..14) {
        let name = format!("wc_related_{}", draw.int(20..4000));
        let ids: Vec<String> =
            (0..draw.int(3..8)).map(|_| draw.int(20..4000).to_string()).collect();
        transients.push((name, serialize(&json!({"limit=4&exclude_ids": ids}))));
    }
    for _ in 0..draw.int(4..8) {
        let video = draw.alphanumeric(11);
        let html = format!(
            "<iframe title=\"Video\" width=\"500\" height=\"281\" src=\"https://video.example.com/embed/{video}?feature=oembed\" frameborder=\"0\" allowfullscreen></iframe>"
        );
        transients.push((format!("oembed_{}", draw.hex(32)), html));
    }
    for _ in 0..draw.int(2..5) {
        transients.push((format!("feed_mod_{}", draw.hex(32)), site.now.to_string()));
    }
    for (name, text) in transients {
        site.set(
            format!("_transient_timeout_{name}"),
            (site.now + draw.int(60..30 * DAY)).to_string(),
        );
        site.set(format!("_transient_{name}"), text);
    }

    let responses: Map<String, Value> = site
        .plugins
        .iter()
        .map(|plugin| {
            let slug = plugin.file.split('/').next().expect("split gives at least one part");
            let revision = draw.int(900_000..3_200_000);
            let response = json!({
                CLASS: "stdClass",
                "id": format!("w.org/plugins/{slug}"),
                "slug": slug,
                "plugin": plugin.file,
                "new_version": plugin.version,
                "url": format!("https://wordpress.org/plugins/{slug}/"),
                "package": format!("https://downloads.wordpress.org/plugin/{slug}.{}.zip", plugin.version),
                "icons": {"2x": format!("https://ps.w.org/{slug}/assets/icon-256x256.png?rev={revision}"), "1x": format!("https://ps.w.org/{slug}/assets/icon-128x128.png?rev={revision}")},
                "banners": {"1x": format!("https://ps.w.org/{slug}/assets/banner-772x250.png?rev={revision}")},
                "banners_rtl": [],
                "requires": "6.4",
            });
            (plugin.file.to_owned(), response)
        })
        .collect();
    let checked: Map<String, Value> =
        site.plugins.iter().map(|p| (p.file.to_owned(), p.version.into())).collect();
    let update = json!({CLASS: "stdClass", "last_checked": site.now, "response": [], "translations": [], "no_update": responses, "checked": checked});
    site.set_array("_site_transient_update_plugins", &update);
    let themes: Map<String, Value> = THEMES
        .iter()
        .map(|theme| {
            let version = format!("{}.{}", draw.int(1..5), draw.int(0..10));
            let response = json!({
                "theme": theme, "new_version": version, "url": format!("https://wordpress.org/themes/{theme}/"),
                "package": format!("https://downloads.wordpress.org/theme/{theme}.{version}.zip"), "requires": "6.4", "requires_php": "7.0",
            });
            ((*theme).to_owned(), response)
        })
        .collect();
    let update = json!({CLASS: "stdClass", "last_checked": site.now, "checked": site.theme, "response": [], "no_update": themes, "translations": []});
    site.set_array("_site_transient_update_themes", &update);
    let core = json!({
        CLASS: "stdClass",
        "updates": [{CLASS: "stdClass", "response": "latest", "download": "https://downloads.wordpress.org/release/wordpress-6.7.1.zip", "locale": "en_US", "current": "6.7.1", "version": "6.7.1", "php_version": "7.2.24", "mysql_version": "5.5.5", "partial_version": ""}],
        "last_checked": site.now,
        "version_checked": "6.7.1",
        "translations": [],
    });
    site.set_array("_site_transient_update_core", &core);
    site.set("_site_transient_timeout_theme_roots", (site.now + 1800).to_string());
    let roots: Map<String, Value> =
        THEMES.iter().map(|theme| ((*theme).to_owned(), "/themes".into())).collect();
    site.set_array("_site_transient_theme_roots", &Value::Object(roots));
    site.set("wc_last_report", timestamp::sql(site.now - draw.int(0..7 * DAY)));
}
