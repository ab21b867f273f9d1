//! `spring-person`: the Person that spring-2018 stored under `person_<id>` and checked by its md5
//! on each read.

use crate::draw::Draw;
use serde_json::{Value, json};

const PLACES: &[(&str, &[&str])] = &[
    ("北京市", &["海淀区", "朝阳区", "西城区", "丰台区"]),
    ("上海市", &["浦东新区", "徐汇区", "静安区", "杨浦区"]),
    ("广东省广州市", &["天河区", "越秀区", "番禺区"]),
    ("广东省深圳市", &["南山区", "福田区", "宝安区"]),
    ("浙江省杭州市", &["西湖区", "滨江区", "余杭区"]),
    ("江苏省南京市", &["鼓楼区", "玄武区", "江宁区"]),
    ("四川省成都市", &["武侯区", "锦江区", "青羊区"]),
    ("湖北省武汉市", &["洪山区", "江汉区", "武昌区"]),
    ("陕西省西安市", &["雁塔区", "碑林区", "未央区"]),
    ("山东省青岛市", &["市南区", "崂山区"]),
    ("福建省厦门市", &["思明区", "湖里区"]),
    ("湖南省长沙市", &["岳麓区", "芙蓉区"]),
];
const ROADS: &[&str] = &[
    "人民路",
    "中山路",
    "解放路",
    "建设路",
    "和平路",
    "文化路",
    "新华路",
    "学院路",
    "科技路",
    "长江路",
    "黄河路",
    "南京路",
    "北京路",
    "胜利街",
    "光明街",
    "友谊大道",
    "滨江大道",
    "世纪大道",
    "体育西路",
    "文三路",
];
const MOBILE_PREFIXES: &[&str] = &[
    "130", "131", "135", "136", "137", "138", "139", "150", "151", "158", "159", "177", "180",
    "186", "188", "189",
];

pub fn value(draw: &mut Draw, index: u32) -> Value {
    let (city, districts) = draw.pick(PLACES);
    let address =
        format!("{city}{}{}{}号", draw.pick(districts), draw.pick(ROADS), draw.int(1..1200));
    let mut person = json!({
        "id": i64::from(index) + 1,
        "name": draw.chinese_name(),
        "address": address,
        "phone": draw.pick(MOBILE_PREFIXES).to_owned() + &draw.chars(b"0123456789", 8),
        "sex": draw.pick(&["男", "女"]),
        "age": draw.int(18..70),
    });
    person["md5"] = format!("{:x}", md5::compute(md5_text(&person))).into();
    person
}

/// What the `md5` of a person is computed over: the texts of id, name, address, phone, sex and age,
/// in this order, with nothing between them, as UTF-8. The md5 itself is written as 32 lowercase
/// hex digits.
pub fn md5_text(person: &Value) -> String {
    ["id", "name", "address", "phone", "sex", "age"]
        .map(|field| match &person[field] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
        .concat()
}
