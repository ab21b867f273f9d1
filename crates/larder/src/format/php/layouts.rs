//! The keys of shapes, as they were written before.

/// So many shapes are looked for at once.
const PLACES: usize = 32;

/// How the keys of shapes are written that came before, so that a list of records casts and writes
/// them out no more than twice.
pub struct Layouts<R> {
    known: Vec<Layout<R>>,
    /// One more than the place in `known` of a shape with this hash; 0 is none.
    places: [u8; PLACES],
    /// Shapes that came once. That they are no others with the identity of a former one does not
    /// matter: nothing is taken from them.
    seen: [usize; PLACES],
}

/// What stands before the first key of a shape, and its keys.
pub struct Layout<R> {
    identity: usize,
    _retained: R,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl<R> Default for Layouts<R> {
    fn default() -> Self {
        Self { known: Vec::new(), places: [0; PLACES], seen: [0; PLACES] }
    }
}

impl<R> Layouts<R> {
    fn hash(identity: usize) -> usize {
        (identity >> 4 ^ identity >> 9 ^ identity >> 14) % PLACES
    }

    /// Where a shape is among those that are known.
    #[inline]
    pub fn find(&self, identity: usize) -> Option<usize> {
        let place = usize::from(self.places[Self::hash(identity)]).checked_sub(1)?;
        (self.known.get(place)?.identity == identity).then_some(place)
    }

    /// A layout to be filled, for a shape that came once before.
    #[inline]
    pub fn second(&mut self, identity: usize, retain: impl FnOnce() -> R) -> Option<Layout<R>> {
        let seen = &mut self.seen[Self::hash(identity)];
        if *seen != identity || self.known.len() >= u8::MAX.into() {
            *seen = identity;
            return None;
        }
        Some(Layout { identity, _retained: retain(), bytes: Vec::new(), ends: Vec::new() })
    }

    pub fn add(&mut self, layout: Layout<R>) {
        let place = &mut self.places[Self::hash(layout.identity)];
        self.known.push(layout);
        *place = self.known.len() as u8;
    }

    /// What stands before the first key (0), or the key before (1 and so on).
    #[inline]
    pub fn part(&self, place: usize, at: usize) -> &[u8] {
        let Some(Layout { bytes, ends, .. }) = self.known.get(place) else { return &[] };
        let start = at.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
        ends.get(at).and_then(|end| bytes.get(start..*end)).unwrap_or_default()
    }
}

impl<R> Layout<R> {
    /// The next part, as it was just written.
    pub fn push(&mut self, part: &[u8]) {
        self.bytes.extend_from_slice(part);
        self.ends.push(self.bytes.len());
    }
}
