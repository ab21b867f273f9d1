//! `page`: a page of HTML of 5 to 100 KB, as page caches hold it: articles, catalogues, discussions
//! and tables of one site, most in English and some in Chinese.
//!
//! Words are drawn so that frequent ones are frequent; ids, links and times differ throughout.

use crate::draw::{Draw, decimal};
use crate::timestamp::{self, BASE, DAY};
use serde_json::Value;

/// The most frequent come first.
const ENGLISH: &str = "the of and to in a is that for it as was with be by on not he this are or \
    his from at which but have an had they you were their one all we can her has there been if \
    more when will would who so no out up into than them only some could time about these two may \
    then do first any now such like our over man even most made after also did many before must \
    through back years where much your way well down should because each just those people how \
    too little state good very make world still own see men work long get here between both life \
    being under never day same another know while last might us great old year off come since \
    against go came right used take three house however place small found thought went say part \
    once general high upon school every does got united left number course war until always away \
    something fact though water less public put thing almost hand enough far took head yet \
    government system better set told nothing night end why called find going look asked later \
    point knew next city business case group give days young let room present side social given \
    several order national possible rather second face per among form important often things \
    looked early white large become need within felt along children saw best church ever least \
    power development light thing family seemed interest want members mind country area others \
    done turned although open service certain kind problem began different door thus help sense \
    means whole matter perhaps itself york times law human line above name example action company \
    hands local show five history whether gave either today act feet across past quite taken \
    anything having seen death experience body half week words field car word already information \
    tell college together shall money period held keep sure real free miss behind cannot question \
    office brought whose special heard major problems ago became federal moment study available \
    known result street boy economic position reason change south board individual job society \
    areas west close turn love community true court force full cost seem wife future age voice \
    center woman control common policy necessary following sometimes six girl clear further land \
    students provide feel party able mother music education university child effect level stood \
    garden harbour lantern orchard copper meadow winter bread kettle ladder marble pepper ribbon \
    saddle timber velvet whistle anchor basket candle drawer engine feather glacier hammer island";

const CHINESE: &str = "我们 可以 一个 没有 自己 这个 时候 什么 问题 工作 生活 时间 城市 公司 学校 \
    世界 中国 历史 文化 社会 发展 经济 技术 服务 产品 用户 数据 系统 网络 安全 管理 研究 教育 学生 老师 \
    朋友 家庭 孩子 父母 今天 明天 昨天 早上 晚上 春天 夏天 秋天 冬天 天气 音乐 电影 图书 新闻 报道 \
    重要 简单 不同 全部 部分 开始 结束 继续 已经 正在 因为 所以 但是 如果 或者 而且 然后 非常 比较 \
    方法 结果 原因 条件 关系 过程 水平 质量 价格 市场 交通 环境 健康 医院 运动 旅行 饭店 咖啡 面包 \
    茶叶 花园 房子 街道 公园 河流 山脉 海洋 森林 动物";

const TOPICS: &[&str] =
    &["Kitchen", "Outdoor", "Lighting", "Books", "Office", "Garden", "Clothing", "Repair"];

const TABLE: &str = r#"  <table class="table table--striped"><thead><tr>
    <th>Order</th><th>Date</th><th>Customer</th><th>Items</th><th>Total</th><th>State</th><th>Remark</th>
  </tr></thead><tbody>
"#;

/// What a page consists of.
#[derive(Clone, Copy)]
enum Kind {
    Article,
    Catalogue,
    Discussion,
    Table,
}

/// The language of a page, and how it writes characters beyond ASCII.
struct Language {
    code: &'static str,
    words: Vec<&'static str>,
    /// Between words.
    gap: &'static str,
    comma: &'static str,
    stop: &'static str,
    dash: &'static str,
    euro: &'static str,
}

pub fn value(draw: &mut Draw, _: u32) -> Value {
    let language = language(draw);
    let kind = draw.pick(&[Kind::Article, Kind::Catalogue, Kind::Discussion, Kind::Table]);
    let (least, most) = draw.weighted(&[
        ((5_000, 10_000), 30),
        ((10_000, 25_000), 35),
        ((25_000, 50_000), 20),
        ((50_000, 92_000), 15),
    ]);
    let length = draw.int(least..most) as usize;
    let mut html = String::new();
    open(&mut html, draw, &language);
    let (begin, end) = match kind {
        Kind::Article => ("", ""),
        Kind::Catalogue => ("  <div class=\"cards cards--grid\">\n", "  </div>\n"),
        Kind::Discussion => ("  <div class=\"comments\" id=\"comments\">\n", "  </div>\n"),
        Kind::Table => (TABLE, "  </tbody></table>\n"),
    };
    html += begin;
    while html.len() < length {
        html += &match kind {
            Kind::Article => section(draw, &language),
            Kind::Catalogue => card(draw, &language),
            Kind::Discussion => comment(draw, &language),
            Kind::Table => row(draw, &language),
        };
    }
    html += end;
    close(&mut html, draw, &language);
    Value::String(html)
}

fn language(draw: &mut Draw) -> Language {
    if draw.chance(15) {
        return Language {
            code: "zh",
            words: CHINESE.split_whitespace().collect(),
            gap: "",
            comma: "，",
            stop: "。",
            dash: "——",
            euro: "€",
        };
    }
    // Some authors' editors write entities.
    let entities = draw.chance(50);
    Language {
        code: "en",
        words: ENGLISH.split_whitespace().collect(),
        gap: " ",
        comma: ", ",
        stop: ". ",
        dash: if entities { " &ndash; " } else { " – " },
        euro: if entities { "&euro;" } else { "€" },
    }
}

fn open(html: &mut String, draw: &mut Draw, language: &Language) {
    let title = title(draw, language);
    let slug = slug(draw);
    let asset = draw.hex(8);
    *html += &format!(
        r##"<!DOCTYPE html>
<html lang="{code}" class="no-js">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{title} | Harbour Workshop</title>
  <meta name="description" content="{description}">
  <link rel="canonical" href="https://www.example.com/{slug}">
  <link rel="stylesheet" href="/assets/site-{asset}.css">
  <meta property="og:title" content="{title}">
  <meta property="og:image" content="https://cdn.example.com/og/{image}.jpg">
  <script type="application/ld+json">{{"@context":"https://schema.org","@type":"WebPage","name":"{title}","dateModified":"{modified}"}}</script>
</head>
<body class="page page-id-{id} layout-wide">
<a class="skip-link" href="#main">Skip to content</a>
<header class="site-header" role="banner">
  <nav class="site-nav" aria-label="Main">
    <ul class="site-nav__list">
"##,
        code = language.code,
        description = sentence(draw, language).trim_end(),
        image = draw.hex(16),
        modified = timestamp::iso(BASE - draw.int(0..400 * DAY)),
        id = draw.int(1000..90_000),
    );
    let here = draw.pick(TOPICS);
    for topic in TOPICS {
        let current = if *topic == here { " site-nav__item--current" } else { "" };
        let path = topic.to_lowercase();
        *html += &format!(
            "      <li class=\"site-nav__item{current}\"><a href=\"/{path}/\">{topic}</a></li>\n"
        );
    }
    *html += &format!(
        "    </ul>\n  </nav>\n</header>\n<main id=\"main\" class=\"content\">\n  <h1 \
         class=\"content__title\">{title}</h1>\n"
    );
}

fn close(html: &mut String, draw: &mut Draw, language: &Language) {
    *html += "</main>\n<aside class=\"related\">\n  <h2>Related</h2>\n  <ul>\n";
    for _ in 0..draw.int(3..8) {
        *html += &format!(
            "    <li><a class=\"related__link\" href=\"/{}\">{}</a></li>\n",
            slug(draw),
            title(draw, language)
        );
    }
    *html += &format!(
        r##"  </ul>
</aside>
<footer class="site-footer">
  <p class="site-footer__legal">&copy; 2026 Harbour Workshop. All prices include VAT.</p>
  <a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a> <a href="/contact">Contact</a>
</footer>
<script nonce="{}">window.site={{"csrf":"{}","locale":"{}","cart":{}}};</script>
<script src="/assets/site-{}.js" defer></script>
</body>
</html>
"##,
        draw.alphanumeric(16),
        draw.alphanumeric(40),
        language.code,
        draw.int(0..9),
        draw.hex(8),
    );
}

/// A heading with paragraphs, and at times a list, a picture or a quotation.
fn section(draw: &mut Draw, language: &Language) -> String {
    let mut html = format!(
        "  <section class=\"prose\">\n    <h2 id=\"{}\">{}</h2>\n",
        slug(draw),
        title(draw, language)
    );
    for _ in 0..draw.int(2..6) {
        html += &format!("    <p>{}</p>\n", prose(draw, language));
    }
    match draw.int(0..5) {
        0 => {
            html += "    <ul class=\"prose__list\">\n";
            for _ in 0..draw.int(3..7) {
                html += &format!("      <li>{}</li>\n", sentence(draw, language).trim_end());
            }
            html += "    </ul>\n";
        }
        1 => {
            html += &format!(
                "    <figure class=\"figure figure--{}\">\n      <img \
                 src=\"https://cdn.example.com/img/{}.webp\" width=\"{}\" height=\"{}\" alt=\"{}\" \
                 loading=\"lazy\">\n      <figcaption>{}</figcaption>\n    </figure>\n",
                draw.pick(&["left", "right", "wide"]),
                draw.hex(16),
                draw.pick(&[640, 800, 1200]),
                draw.int(300..900),
                title(draw, language),
                sentence(draw, language).trim_end()
            );
        }
        2 => {
            html += &format!(
                "    <blockquote class=\"quote\"><p>{}</p><cite>{} {}</cite></blockquote>\n",
                prose(draw, language),
                draw.first_name(),
                draw.last_name()
            );
        }
        _ => {}
    }
    html + "  </section>\n"
}

/// A product of a catalogue.
fn card(draw: &mut Draw, language: &Language) -> String {
    let id = draw.int(10_000..60_000);
    let price = decimal(draw.int(3..260) * 100 + draw.pick(&[99, 95, 90, 50, 0]));
    let badge = if draw.chance(25) {
        format!(
            "\n    <span class=\"badge badge--{0}\">{0}</span>",
            draw.pick(&["new", "sale", "eco"])
        )
    } else {
        String::new()
    };
    let stars = draw.int(28..51);
    format!(
        r##"  <article class="card" data-product-id="{id}" data-position="{position}">
    <a class="card__link" href="/p/{id}-{slug}"><img class="card__image" src="https://cdn.example.com/p/{id}/{image}.webp" alt="{title}" loading="lazy"></a>{badge}
    <h3 class="card__title">{title}</h3>
    <p class="card__text">{text}</p>
    <div class="rating" aria-label="{whole}.{tenth} of 5"><span style="width:{width}%"></span> ({reviews})</div>
    <span class="price">{euro}{price}</span>
    <button type="button" class="button button--primary js-add" data-sku="{sku}-{id}">Add to cart</button>
  </article>
"##,
        position = draw.int(1..200),
        slug = slug(draw),
        image = draw.hex(10),
        title = title(draw, language),
        text = sentence(draw, language).trim_end(),
        whole = stars / 10,
        tenth = stars % 10,
        width = stars * 2,
        reviews = draw.int(0..900),
        euro = language.euro,
        sku = draw.pick(&["LMP", "KIT", "CLO", "ELE", "GRD"]),
    )
}

/// A contribution to a discussion.
fn comment(draw: &mut Draw, language: &Language) -> String {
    let id = draw.int(100_000..999_999);
    let at = BASE - draw.int(0..200 * DAY);
    format!(
        r##"  <article class="comment comment--depth-{depth}" id="c{id}">
    <header class="comment__meta"><img class="avatar" src="https://cdn.example.com/a/{avatar}.png" alt=""><a href="/user/{user}" rel="nofollow">{user}</a> <time datetime="{iso}">{shown}</time></header>
    <div class="comment__body"><p>{text}</p></div>
    <footer><button class="vote" data-id="{id}" data-score="{score}">+{score}</button> <a href="#reply-{id}">Reply</a></footer>
  </article>
"##,
        depth = draw.weighted(&[(0, 50), (1, 30), (2, 15), (3, 5)]),
        avatar = draw.hex(32),
        user = format!("{}{}", draw.first_name().to_lowercase(), draw.int(1..1000)),
        iso = timestamp::iso(at),
        shown = &timestamp::sql(at)[..16],
        text = prose(draw, language),
        score = draw.weighted(&[(0, 60), (3, 25), (41, 15)]),
    )
}

/// A row of a table of orders.
fn row(draw: &mut Draw, language: &Language) -> String {
    let id = draw.int(200_000..900_000);
    let status = draw.pick(&["paid", "shipped", "delivered", "delivered", "cancelled"]);
    format!(
        "    <tr class=\"row row--{status}\"><td><a \
         href=\"/orders/{id}\">{id}</a></td><td>{}</td><td>{} {}</td><td \
         class=\"number\">{}</td><td class=\"number\">{}{}</td><td><span class=\"state \
         state--{status}\">{status}</span></td><td>{}</td></tr>\n",
        &timestamp::sql(BASE - draw.int(0..200 * DAY))[..16],
        draw.first_name(),
        draw.last_name(),
        draw.int(1..12),
        language.euro,
        decimal(draw.int(450..48_000)),
        title(draw, language),
    )
}

/// A few sentences, some words of which are links or emphasised.
fn prose(draw: &mut Draw, language: &Language) -> String {
    let mut text = String::new();
    for _ in 0..draw.int(2..7) {
        text += &sentence(draw, language);
        if draw.chance(20) {
            let words = title(draw, language);
            text += &match draw.int(0..4) {
                0 => format!("<em>{words}</em>"),
                1 => format!("<strong>{words}</strong>"),
                _ => format!("<a href=\"/{}\">{words}</a>", slug(draw)),
            };
            text += language.stop;
        }
    }
    text.trim_end().to_owned()
}

fn sentence(draw: &mut Draw, language: &Language) -> String {
    let mut text = capitalized(word(draw, language));
    for _ in 0..draw.int(4..18) {
        text += match draw.int(0..20) {
            0 => language.comma,
            1 => language.dash,
            _ => language.gap,
        };
        text += word(draw, language);
    }
    text + language.stop
}

/// Two to six words, the first with a capital.
fn title(draw: &mut Draw, language: &Language) -> String {
    let mut text = capitalized(word(draw, language));
    for _ in 0..draw.int(1..6) {
        text += language.gap;
        text += word(draw, language);
    }
    text
}

/// A word that is the more frequent the earlier it stands in the list.
fn word(draw: &mut Draw, language: &Language) -> &'static str {
    let words = &language.words;
    let mut at = draw.int(0..words.len() as i64);
    for _ in 0..draw.int(0..4) {
        at = draw.int(0..at + 1);
    }
    words[at as usize]
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// English words with hyphens, as in a URL of any language.
fn slug(draw: &mut Draw) -> String {
    let words: Vec<&str> = ENGLISH.split_whitespace().collect();
    let picked: Vec<&str> = (0..draw.int(2..5)).map(|_| draw.pick(&words)).collect();
    picked.join("-")
}
