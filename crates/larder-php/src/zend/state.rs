//! What a thread keeps between calls: shapes, templates, coders with their buffers. It is lent to one call at a time; a call within it (from a magic method or an
//! autoloader) is lent another.
//!
//! A fatal error leaves a call by `longjmp`, without giving back what it was lent. The pool owns it all the same, and when the next request begins, all is
//! there again.

use std::cell::RefCell;

use larder::format::Format;

use super::plan::Plan;
use super::shapes::Shapes;
use super::templates::Templates;

/// What encoding needs.
pub struct Encoding {
    pub plan: Plan,
    pub shapes: Shapes,
    pub coder: larder::Encoder,
    /// Under profiles, by their number.
    pub profiled: Vec<Option<larder::Encoder>>,
}

/// What decoding needs.
pub struct Decoding {
    pub templates: Templates,
    pub coder: larder::Decoder,
    /// With profiles, by their numbers.
    pub profiled: Vec<(Vec<usize>, larder::Decoder)>,
    pub foreign: Vec<(Format, larder::format::Decoder)>,
}

/// What is lent: the first `lent` of all.
struct Pool<T> {
    all: Vec<*mut T>,
    lent: usize,
}

impl<T> Pool<T> {
    const fn new() -> Self {
        Self { all: Vec::new(), lent: 0 }
    }

    fn each(&mut self, mut call: impl FnMut(&mut T)) {
        // No call runs, so none is lent (rule 4); each lives as long as the thread.
        self.all.iter().for_each(|item| call(unsafe { &mut **item }));
    }
}

type Local<T> = std::thread::LocalKey<RefCell<Pool<T>>>;

thread_local! {
    static ENCODING: RefCell<Pool<Encoding>> = const { RefCell::new(Pool::new()) };
    static DECODING: RefCell<Pool<Decoding>> = const { RefCell::new(Pool::new()) };
}

/// Gives back what was lent last.
struct Return<T: 'static>(&'static Local<T>);

impl<T> Drop for Return<T> {
    fn drop(&mut self) {
        self.0.with_borrow_mut(|pool| pool.lent -= 1);
    }
}

fn lend<T, R>(pool: &'static Local<T>, make: impl FnOnce() -> T, call: impl FnOnce(&mut T) -> R) -> R {
    let lent = pool.with_borrow_mut(|pool| {
        if pool.lent == pool.all.len() {
            pool.all.push(Box::into_raw(Box::new(make())));
        }
        pool.lent += 1;
        pool.all[pool.lent - 1]
    });
    let _return = Return(pool);
    // Lent to this call alone until `_return` is dropped; calls within it get the next.
    call(unsafe { &mut *lent })
}

/// Calls with what encoding needs.
pub fn encoding<R>(call: impl FnOnce(&mut Encoding) -> R) -> R {
    let make = || Encoding { plan: Plan::new(), shapes: Shapes::new(), coder: larder::Encoder::new(), profiled: Vec::new() };
    lend(&ENCODING, make, call)
}

/// Calls with what decoding needs.
pub fn decoding<R>(call: impl FnOnce(&mut Decoding) -> R) -> R {
    let make =
        || Decoding { templates: Templates::new(), coder: larder::Decoder::new(), profiled: Vec::new(), foreign: Vec::new() };
    lend(&DECODING, make, call)
}

/// A request begins: what a fatal error in the last one kept is there again.
pub fn begin_request() {
    ENCODING.with_borrow_mut(|pool| {
        pool.lent = 0;
        pool.each(|encoding| encoding.plan.forget());
    });
    DECODING.with_borrow_mut(|pool| pool.lent = 0);
}

/// The request ends; its values are still there.
pub fn end_request() {
    ENCODING.with_borrow_mut(|pool| pool.each(|encoding| encoding.shapes.end_request()));
}

/// The request is over; its values are gone.
pub fn after_request() {
    DECODING.with_borrow_mut(|pool| pool.each(|decoding| decoding.templates.after_request()));
}
