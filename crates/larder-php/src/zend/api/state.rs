//! What a thread keeps between calls: shapes, templates, coders with their buffers. Each is lent to
//! one call at a time; a call that begins before another has ended (in a magic method, an
//! autoloader, another fiber) is lent another. Fibers end calls in any order, so what comes back is
//! recognised by its address.
//!
//! A fatal error leaves a call by `longjmp`, without giving back what it was lent. It may be
//! half changed, so it is dropped after the request.
//!
//! May use `read`, `write`, and `options` and `profile` beside it.

use std::cell::RefCell;
use std::rc::Rc;

use larder::format::Format;
use larder::{Level, Shape};

use super::options::KeptOptions;
use super::profile::LoadedProfile;
use crate::zend::read::layouts::Layouts;
use crate::zend::read::templates::Templates;
use crate::zend::write::one_pass::{OnePass, ProfileShapes};
use crate::zend::write::shapes::Shapes;
use crate::zend::write::walk::Walk;

/// Values belong to one thread, so their shapes need no atomic counts.
pub type Encoder = larder::Encoder<Rc<Shape>>;

/// What encoding needs.
pub struct EncodeState {
    pub walk: Walk,
    pub shapes: Shapes,
    /// See [`Zvals::new`](crate::zend::write::zvals::Zvals::new).
    numbered: Vec<Rc<Shape>>,
    pub pass: OnePass,
    /// Without a profile, then under those of each number.
    coders: Vec<Coders>,
}

/// What writes under one profile, or none.
#[derive(Default)]
struct Coders {
    /// By level.
    encoders: [Option<Encoder>; Level::ALL.len()],
    shapes: Option<Rc<ProfileShapes>>,
}

/// What encoding under a profile, or none, at a level needs.
pub struct Encoding<'e> {
    pub walk: &'e mut Walk,
    pub shapes: &'e mut Shapes,
    pub numbered: &'e mut Vec<Rc<Shape>>,
    pub pass: &'e mut OnePass,
    pub coder: &'e mut Encoder,
    pub profile: Option<&'e Rc<ProfileShapes>>,
}

impl EncodeState {
    /// What encoding at a level needs.
    #[inline]
    pub fn at(&mut self, profile: Option<&LoadedProfile>, level: Level) -> Encoding<'_> {
        let number = profile.map_or(0, |loaded| loaded.number + 1);
        if self.coders.len() <= number {
            self.coders.resize_with(number + 1, Coders::default);
        }
        let known = &mut self.coders[number];
        let make = || Encoder::make(profile.map(|loaded| loaded.profile.clone())).level(level);
        if let Some(loaded) = profile
            && known.shapes.is_none()
        {
            known.shapes = Some(Rc::new(ProfileShapes::new(number, loaded.profile.clone())));
        }
        Encoding {
            walk: &mut self.walk,
            shapes: &mut self.shapes,
            numbered: &mut self.numbered,
            pass: &mut self.pass,
            coder: known.encoders[level as usize].get_or_insert_with(make),
            profile: known.shapes.as_ref(),
        }
    }
}

/// What decoding needs.
pub struct DecodeState {
    pub options: KeptOptions,
    pub readers: Readers,
}

/// What reads values.
pub struct Readers {
    pub templates: Templates,
    pub layouts: Layouts,
    pub coder: larder::Decoder,
    /// With profiles, by their numbers.
    pub profiled: Vec<(Vec<usize>, larder::Decoder)>,
    pub foreign: Vec<(Format, larder::format::AnyDecoder)>,
}

/// What can be lent.
struct Pool<T> {
    all: Vec<*mut T>,
    /// Those of `all` that are not lent.
    free: Vec<*mut T>,
}

impl<T> Pool<T> {
    const fn new() -> Self {
        Self { all: Vec::new(), free: Vec::new() }
    }

    /// Calls with each item, and drops those that are still lent or more than are usually needed.
    fn after_request(&mut self, mut call: impl FnMut(&mut T)) {
        /// Calls rarely nest deeper.
        const KEPT: usize = 4;
        self.free.truncate(KEPT);
        for item in std::mem::take(&mut self.all) {
            // No call runs (rule 4): what is still lent was left by `longjmp`. `lend` boxed each
            // item, and nothing else points to it.
            unsafe {
                call(&mut *item);
                if self.free.contains(&item) {
                    self.all.push(item);
                } else {
                    drop(Box::from_raw(item));
                }
            }
        }
    }
}

type Local<T> = std::thread::LocalKey<RefCell<Pool<T>>>;

thread_local! {
    static ENCODING: RefCell<Pool<EncodeState>> = const { RefCell::new(Pool::new()) };
    static DECODING: RefCell<Pool<DecodeState>> = const { RefCell::new(Pool::new()) };
}

/// Gives back what was lent.
struct Return<T: 'static>(&'static Local<T>, *mut T);

impl<T> Drop for Return<T> {
    fn drop(&mut self) {
        self.0.with_borrow_mut(|pool| pool.free.push(self.1));
    }
}

fn lend<T, R>(
    pool: &'static Local<T>,
    make: impl FnOnce() -> T,
    call: impl FnOnce(&mut T) -> R,
) -> R {
    let lent = pool.with_borrow_mut(|pool| {
        pool.free.pop().unwrap_or_else(|| {
            let item = Box::into_raw(Box::new(make()));
            pool.all.push(item);
            item
        })
    });
    let _return = Return(pool, lent);
    // Lent to this call alone until `_return` is dropped.
    call(unsafe { &mut *lent })
}

/// Calls with what encoding needs.
pub fn encoding<R>(call: impl FnOnce(&mut EncodeState) -> R) -> R {
    let make = || EncodeState {
        walk: Walk::new(),
        shapes: Shapes::new(),
        numbered: Vec::new(),
        pass: OnePass::new(),
        coders: Vec::new(),
    };
    lend(&ENCODING, make, call)
}

/// Calls with what decoding needs.
pub fn decoding<R>(call: impl FnOnce(&mut DecodeState) -> R) -> R {
    let make = || DecodeState {
        options: KeptOptions::default(),
        readers: Readers {
            templates: Templates::new(),
            layouts: Layouts::new(),
            coder: larder::Decoder::new(),
            profiled: Vec::new(),
            foreign: Vec::new(),
        },
    };
    lend(&DECODING, make, call)
}

/// The request ends; its objects still exist, and a fiber may still be within a call.
pub fn end_request() {
    DECODING.with_borrow_mut(|pool| {
        for item in &pool.free {
            // It is lent to no call.
            unsafe { (**item).options.clear() };
        }
    });
}

/// The request is over, for other extensions too. Its values are gone, except for strings of which
/// a count is held.
pub fn after_request() {
    ENCODING.with_borrow_mut(|pool| {
        pool.after_request(|encoding| {
            encoding.shapes.end_request();
            encoding.pass.end_request();
        });
    });
    // After the shapes, which may know strings of the templates.
    DECODING.with_borrow_mut(|pool| {
        pool.after_request(|decoding| {
            // Of a call in a fiber, or of a session's handler, which PHP calls after `end_request`.
            decoding.options.forget();
            decoding.readers.templates.after_request();
            decoding.readers.layouts.after_request();
        });
    });
}
