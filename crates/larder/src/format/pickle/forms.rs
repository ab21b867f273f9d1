//! How objects are given to the builder, and which nodes are met more than once.

use crate::error::Result;
use crate::format::pickle::known;
use crate::format::pickle::nodes::{Item, NodeKind, Nodes, Parts, reserve};
use crate::format::pickle::scalar;
use crate::format::reading::Reading;

/// How an object is given to the builder, by what it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Its state is one or two dicts: the fields.
    Fields(Item, Item),
    /// A list of its arguments.
    Args,
    /// What was set by key, of a class that is known.
    Dict,
    /// What was appended, of a class that is known.
    List,
    /// A map of its parts.
    Parts,
}

impl Nodes {
    /// How an object is given to the builder.
    pub fn form(&self, bytes: &[u8], parts: Parts) -> Form {
        const ABSENT: Item = Item::Absent;
        let Parts { callable, args, kwargs, state, list, dict } = parts;
        if !self.is_global(bytes, callable) || kwargs != ABSENT {
            return Form::Parts;
        }
        if state == ABSENT
            && let Some((b"collections", name)) = known::name(self, bytes, callable)
        {
            let no_args = args == ABSENT;
            let is_none = |at: u32| bytes.get(at as usize) == Some(&scalar::NONE);
            let of_none = || matches!(self.items(args), &[Item::At(at)] if is_none(at));
            match name {
                b"OrderedDict" if no_args && list == ABSENT => return Form::Dict,
                b"defaultdict" if (no_args || of_none()) && list == ABSENT => return Form::Dict,
                b"deque" if no_args && dict == ABSENT => return Form::List,
                _ => {}
            }
        }
        match (args, state, list, dict) {
            (ABSENT, ABSENT, ABSENT, ABSENT) => Form::Fields(ABSENT, ABSENT),
            // The list would be taken for what it holds.
            (_, ABSENT, ABSENT, ABSENT)
                if matches!(
                    known::name(self, bytes, callable),
                    Some(
                        (b"builtins", b"tuple" | b"set" | b"frozenset")
                            | (b"collections", b"deque")
                    )
                ) =>
            {
                Form::Parts
            }
            (_, ABSENT, ABSENT, ABSENT) => Form::Args,
            (ABSENT, _, ABSENT, ABSENT) => match (self.kind(state), self.items(state)) {
                (Some(NodeKind::Dict), _) if self.has_text_keys(state) => {
                    Form::Fields(state, ABSENT)
                }
                (Some(NodeKind::Tuple), &[dict, slots]) if self.has_text_keys(slots) => {
                    match dict {
                        Item::At(at) if bytes.get(at as usize) == Some(&scalar::NONE) => {
                            Form::Fields(ABSENT, slots)
                        }
                        _ if self.has_text_keys(dict) => Form::Fields(dict, slots),
                        _ => Form::Parts,
                    }
                }
                _ => Form::Parts,
            },
            _ => Form::Parts,
        }
    }

    /// Whether it is a dict that is a state, of which all keys are text.
    fn has_text_keys(&self, item: Item) -> bool {
        matches!(item, Item::Node(number) if self.get(number).text_keys)
    }

    /// Marks the nodes that are met more than once from the root on.
    pub fn mark_shared(&mut self, reading: &mut Reading<'_, '_>, root: Item) -> Result<()> {
        let bytes = reading.input.bytes;
        let mut open = Vec::new();
        self.meet(reading, &mut open, root)?;
        while let Some(number) = open.pop() {
            let Some(parts) = self.parts(number) else {
                self.meet_items(reading, &mut open, number)?;
                continue;
            };
            let (met, inlined) = match self.form(bytes, parts) {
                Form::Fields(dict, slots) => ([Item::Absent; 3], [dict, slots, Item::Absent]),
                Form::Args | Form::Dict | Form::List => {
                    ([Item::Absent; 3], [parts.args, parts.list, parts.dict])
                }
                Form::Parts => (
                    [parts.callable, parts.kwargs, parts.state],
                    [parts.args, parts.list, parts.dict],
                ),
            };
            for item in met {
                self.meet(reading, &mut open, item)?;
            }
            for item in inlined {
                let Item::Node(number) = item else { continue };
                // A third time says nothing new: what it holds is shared since the second.
                let node = self.get_mut(number);
                if node.inlined < 2 {
                    node.inlined += 1;
                    self.meet_items(reading, &mut open, number)?;
                }
            }
        }
        Ok(())
    }

    fn meet(
        &mut self,
        reading: &mut Reading<'_, '_>,
        open: &mut Vec<u32>,
        item: Item,
    ) -> Result<()> {
        let Item::Node(number) = item else { return Ok(()) };
        let node = self.get_mut(number);
        if matches!(
            node.kind,
            NodeKind::Latin1
                | NodeKind::Global
                | NodeKind::Attribute
                | NodeKind::Known
                | NodeKind::Uuid
        ) {
            // Told again, wherever it stands: nothing that changes.
            return Ok(());
        }
        if std::mem::replace(&mut node.met, true) {
            node.shared = true;
            return Ok(());
        }
        reserve(reading, open, 1)?;
        open.push(number);
        Ok(())
    }

    fn meet_items(
        &mut self,
        reading: &mut Reading<'_, '_>,
        open: &mut Vec<u32>,
        number: u32,
    ) -> Result<()> {
        let items = std::mem::take(&mut self.get_mut(number).items);
        let met = items.iter().try_for_each(|item| self.meet(reading, open, *item));
        self.get_mut(number).items = items;
        met
    }
}
