#!/usr/bin/env python3
"""corpus.py COUNT SEED: writes pickles and their values, a JSON object per line.

crates/larder/tests/library/pickle.rs reads them. Each line has the protocol, the pickle (base64)
and its value in the notation of vectors/README.md. The values that stand below come first, then
COUNT random ones of SEED (and large ones, if COUNT is beyond 1000); each in protocols 0 to 5, where
Python can write it so. What an object is made of is what its `__reduce_ex__` says.
"""

import base64
import collections
import copyreg
import datetime
import decimal
import enum
import fractions
import json
import pathlib
import pickle
import random
import struct
import sys
import types
import uuid


class Plain:
    pass


class Slots:
    __slots__ = ("x", "y")


class SlotsAndMore(Slots):
    pass


class Named(collections.namedtuple("Named", "first second")):
    __slots__ = ()


class Dict(dict):
    pass


class List(list):
    pass


class Text(str):
    pass


class Whole(int):
    pass


class Outer:
    class Inner:
        def method(self):
            pass


class Color(enum.Enum):
    RED = 1
    GREEN = "green"


class Custom(Exception):
    pass


class Stateful:
    """Its state is no dict."""

    def __init__(self, state):
        self.of = state

    def __getstate__(self):
        return self.of

    def __setstate__(self, state):
        self.of = state


class Reduced:
    """A call with arguments, a state, items and entries."""

    def __init__(self, *parts):
        self.parts = parts

    def __reduce__(self):
        call, args, state, items, entries = (*self.parts, None, None, None)[:5]
        return call, args, state, iter(items or ()), iter((entries or {}).items())


class ByName:
    """NEWOBJ_EX, from protocol 4 on."""

    def __new__(cls, *args, **kwargs):
        self = super().__new__(cls)
        self.given = (args, kwargs)
        return self

    def __getnewargs_ex__(self):
        return self.given

    def __reduce_ex__(self, protocol):
        if protocol < 4:
            raise TypeError("protocols before 4 write another callable")
        return super().__reduce_ex__(protocol)

    def __getstate__(self):
        return None


def made(kind, **fields):
    thing = kind()
    for name, value in fields.items():
        setattr(thing, name, value)
    return thing


UTC = datetime.timezone.utc
EAST = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
WEST = datetime.timezone(datetime.timedelta(hours=-3), "Brasília")
ODD = datetime.timezone(datetime.timedelta(microseconds=1))


class Unknown(datetime.tzinfo):
    """A zone of which only its class knows the offset."""

    def utcoffset(self, moment):
        return datetime.timedelta(0)

    dst = utcoffset


def fixed():
    """Values of every kind, and the corners of each."""
    yield from (None, True, False, "", b"", (), [], {}, set(), frozenset(), bytearray())
    for bits in (1, 7, 8, 15, 16, 31, 32, 63, 64, 65, 2039, 2040, 2100):
        yield [sign * 2**bits + near for sign in (1, -1) for near in (-1, 0, 1)]
    yield [0.0, -0.0, 1.5, 0.1, 1e300, 5e-324, float("inf"), float("-inf"), float("nan")]
    yield from ("text", "Żółw", "🍺", "a\nb\\c\0d\re\x1af", "\\u0041", "\\", "\\\\n", "é", "'\"", "x" * 300, "\u2028", "\x80\xff")
    yield from (b"bytes", bytes(range(256)), b"x" * 300, b"\x80", b"Kz\\'\n", bytearray(b"abc\xff"), bytearray(b"x" * 300))
    yield from ((1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), ((),), ([],), [[[]]], [1, [2, [3]]])
    yield {"a": 1, 2: "two", 2.5: None, None: [], True: False, b"k": b"v", "": {}}
    yield from ({1, 2, 3}, {"a"}, frozenset({1}), {(1, 2), frozenset({3})}, {None, True, 2.5, b"b"})
    yield [datetime.date(1, 1, 1), datetime.date(9999, 12, 31), datetime.date(1970, 1, 1), datetime.date(2000, 2, 29), datetime.date(1900, 3, 1)]
    yield [datetime.time(), datetime.time(23, 59, 59, 999999), datetime.time(1, 2, 3, tzinfo=UTC), datetime.time(1, fold=1)]
    yield [datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31, 23, 59, 59, 999999), datetime.datetime(2020, 2, 29, 1, 2, 3, 4)]
    yield [datetime.datetime(2020, 1, 1, fold=1), datetime.datetime(2020, 6, 7, 8, 9, 10, 11, tzinfo=Unknown())]
    yield [datetime.datetime(2020, 6, 7, 8, 9, 10, 11, tzinfo=zone) for zone in (UTC, EAST, WEST, ODD, UTC)]
    yield [datetime.timedelta(), datetime.timedelta(-1, 5, 7), datetime.timedelta.max, datetime.timedelta.min, datetime.timedelta(microseconds=1)]
    yield [decimal.Decimal(text) for text in ("0", "-0", "1.50", "-1.50", "1E+5", "1E-500", "0E+3", "NaN", "-Infinity", "9" * 60, "sNaN12", "-0.00")]
    yield [uuid.UUID(int=number) for number in (0, 1, 2**63, 2**64, 2**127, 2**128 - 1)]
    yield uuid.UUID("12345678-1234-5678-1234-567812345678")
    yield [collections.OrderedDict(), collections.OrderedDict(a=1, b=[2]), collections.defaultdict(), collections.defaultdict(None, a=1)]
    yield [collections.defaultdict(list), collections.defaultdict(list, a=[1]), collections.deque(), collections.deque([1, [2]])]
    yield [collections.deque([1, 2, 3], maxlen=2), collections.Counter("abca"), collections.ChainMap({"a": 1})]
    yield [1 + 2j, range(3), range(1, 10, 3), slice(1, None), object(), ..., NotImplemented, fractions.Fraction(1, 3)]
    yield [int, str, list, len, print, Plain, Outer, Outer.Inner, Outer.Inner.method, collections.OrderedDict, Color, ValueError]
    yield [Color.RED, Color.GREEN, Color.RED, pathlib.PurePosixPath("/a/b"), types.SimpleNamespace(a=1)]
    yield [ValueError("x"), Custom(), Custom(1, [2]), made(Custom, note="n"), OSError("no"), KeyError((1, 2))]
    yield [made(Plain), made(Plain, a=1, b=[made(Plain, c=None)]), made(Outer.Inner, x=made(Outer, y=()))]
    yield [made(Slots), made(Slots, x=1), made(SlotsAndMore, x=1, z=2), made(SlotsAndMore, z=3), made(SlotsAndMore, y=[])]
    yield [Named(1, "two"), Text("abc"), Text("é"), Whole(5), Whole(2**70), made(Text, a=1)]
    yield [Dict(), Dict(a=1), List(), List([1, [2]]), made(Dict, a=1), made(List, b=2)]
    yield [Stateful(state) for state in (5, "s", [1], (1, 2), (None, None), (None, {"a": 1}), ({1: 2}, {"a": 1}), {"a": 1}, {1: 2}, {"é": []})]
    yield [Reduced(dict, ()), Reduced(dict, ([("a", 1)],)), Reduced(int, ("5",)), Reduced(print, ("never printed",))]
    yield [Reduced(List, (), {"x": 1}, [1, 2]), Reduced(Dict, (), None, None, {"k": 1}), Reduced(List, ([1],), {"x": 1}, [2], {"k": []})]
    yield [ByName(), ByName(1), ByName(a=2), ByName([1], a={"b": 2})]
    # What is one and the same.
    inner, pair, frozen, raw, thing = [1], ([], 2), frozenset({5}), bytearray(b"r"), made(Plain, a=1)
    yield [inner, inner, [inner]]
    yield {"a": inner, "b": inner, "c": {"d": inner}}
    yield [pair, pair, pair[0]]
    yield [frozen, raw, thing, frozen, raw, thing, (thing, raw)]
    yield [made(Plain, of=thing, other=thing), thing]
    yield [collections.OrderedDict(a=inner), collections.deque([inner, pair]), collections.defaultdict(list, a=inner), Named(inner, pair)]
    moment, number, key = datetime.datetime(2020, 1, 1, tzinfo=EAST), decimal.Decimal(5), uuid.UUID(int=7)
    yield [moment, moment, number, number, key, key, EAST, UTC, UTC]
    text = "a text that comes again"
    yield [{text: text}, {text: text}, text, text.encode(), text.encode()]
    # What holds itself.
    itself = []
    itself.append(itself)
    yield itself
    itself = {}
    itself["me"] = [itself]
    yield itself
    itself = ([], 1)
    itself[0].append(itself)
    yield itself
    itself = ({},)
    itself[0]["me"] = itself
    yield [itself, itself]
    itself = made(Plain)
    itself.me, itself.all = itself, [itself, {"me": itself}, (itself,)]
    yield itself
    itself = collections.OrderedDict()
    itself["me"] = itself
    yield itself
    itself = collections.deque()
    itself.append(itself)
    yield itself


def large():
    """More than a pickler writes at once."""
    yield from (list(range(2500)), tuple(range(300)), {at: str(at) for at in range(1200)}, set(range(1100)), collections.deque(range(1001)), "é" * 70000, b"x" * 70000)


def drawn(draw, depth, pool):
    """A random value; `pool` holds those that may come again."""
    if pool and draw.random() < 0.08:
        return draw.choice(pool)
    kind = draw.randrange(12 if depth == 0 else 26)
    within = lambda: drawn(draw, depth - 1, pool)
    some = lambda: range(draw.choice((0, 1, 1, 2, 3, 5)))
    text = lambda: "".join(draw.choice("abcé\\\nŻ🍺'\0\"u0") for _ in range(draw.choice((0, 1, 3, 8, 20, 300))))
    match kind:
        case 0:
            return draw.choice((None, True, False))
        case 1 | 2:
            return draw.randrange(-(2 ** draw.randrange(1, 90)), 2 ** draw.randrange(1, 90))
        case 3:
            return struct.unpack(">d", draw.randbytes(8))[0] if draw.random() < 0.3 else draw.gauss(0, 1000)
        case 4 | 5:
            return text()
        case 6:
            return draw.randbytes(draw.choice((0, 1, 5, 300)))
        case 7:
            return datetime.datetime(draw.randrange(1, 9999), draw.randrange(1, 13), draw.randrange(1, 29), draw.randrange(24), draw.randrange(60),
                                     draw.randrange(60), draw.randrange(10**6), draw.choice((None, None, UTC, EAST, WEST, ODD)))
        case 8:
            return draw.choice((datetime.date.fromordinal(draw.randrange(1, 3652059)), datetime.timedelta(draw.randrange(-999, 999), draw.randrange(10**5))))
        case 9:
            return decimal.Decimal(draw.randrange(-(10**20), 10**20)).scaleb(draw.randrange(-30, 30))
        case 10:
            return uuid.UUID(int=draw.getrandbits(draw.choice((5, 64, 128))))
        case 11:
            return draw.choice((int, len, Plain, Outer.Inner, Color.RED, collections.deque))
        case 12 | 13 | 14:
            thing = []
            pool.append(thing)
            thing.extend(within() for _ in some())
        case 15 | 16:
            thing = tuple(within() for _ in some())
            pool.append(thing)
        case 17 | 18:
            thing = draw.choice((dict, dict, collections.OrderedDict))()
            pool.append(thing)
            for _ in some():
                thing[draw.choice((None, True, draw.randrange(99), draw.random(), text(), text(), b"k"))] = within()
        case 19:
            thing = draw.choice((set, frozenset))(draw.choice((None, draw.randrange(9), text(), b"b", (1, 2), frozenset())) for _ in some())
            pool.append(thing)
        case 20:
            thing = bytearray(draw.randbytes(draw.randrange(9)))
            pool.append(thing)
        case 21 | 22:
            thing = draw.choice((Plain, Outer.Inner, Custom))()
            pool.append(thing)
            for _ in some():
                setattr(thing, draw.choice("abcdef"), within())
        case 23:
            thing = Named(within(), within())
            pool.append(thing)
        case 24:
            thing = draw.choice((collections.deque, List))()
            pool.append(thing)
            thing.extend(within() for _ in some())
        case _:
            thing = draw.choice((Dict, lambda: collections.defaultdict(draw.choice((None, list)))))()
            pool.append(thing)
            for _ in some():
                thing[text()] = within()
    return thing


SCALARS = (bytes, str, int, float, bool, type(None), datetime.date, datetime.time, datetime.datetime, datetime.timedelta, decimal.Decimal, uuid.UUID)
NAMED = (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType)
EPOCH = datetime.datetime(1970, 1, 1)


class Notation:
    """The notation of a value as a protocol writes it."""

    def __init__(self, protocol):
        self.protocol = protocol
        self.reduced = {}  # By id: what objects are made of.
        self.met, self.shared, self.numbers = set(), set(), {}

    def of(self, value):
        self.meet(value)
        return self.note(value)

    def reduce(self, value):
        """The callable's name or the callable, and args, kwargs, state, listitems and dictitems of an object."""
        if id(value) not in self.reduced:
            table = copyreg.dispatch_table.get(type(value))
            given = table(value) if table else value.__reduce_ex__(self.protocol)
            if isinstance(given, str):
                parts = (None, given, None, None, None, None)
            else:
                call, args, state, items, entries = (*given, None, None, None)[:5]
                kwargs = None
                if call is copyreg.__newobj__:
                    call, *args = args
                elif call is copyreg.__newobj_ex__:
                    call, args, kwargs = args
                elif call is copyreg._reconstructor:
                    call, _, only = args
                    args = () if only is None else (only,)
                items, entries = list(items or ()), list(entries or ())
                parts = (call, list(args), kwargs or None, state, items, entries)
            self.reduced[id(value)] = (value, parts)
        return self.reduced[id(value)][1]

    def known(self, value):
        """Scalars that the library has."""
        kind = type(value)
        if kind is datetime.datetime:
            zone = value.tzinfo
            return not self.folded(value) and (zone is None or type(zone) is datetime.timezone and not value.utcoffset().microseconds)
        if kind is datetime.time:
            return not self.folded(value) and value.tzinfo is None
        if kind is decimal.Decimal:
            return value.is_finite() and not (value.is_zero() and value.is_signed())
        return kind in SCALARS

    def parts(self, value):
        """How an object is told: a form, its class, and what it holds."""
        call, args, kwargs, state, items, entries = self.reduce(value)
        if call is None:
            return ("global", args)
        name = self.name(call)
        if state is None and not kwargs:
            if call is collections.OrderedDict and not args and not items or call is collections.defaultdict and args in ([], [None]):
                return ("entries", name, entries)
            if call is collections.deque and not args:
                return ("items", name, items)
        if not (kwargs or items or entries):
            if not args and (state is None or self.is_fields(state)):
                return ("fields", name, list((state or {}).items()))
            if not args and type(state) is tuple and len(state) == 2 and self.is_fields(state[1]) and (state[0] is None or self.is_fields(state[0])):
                fields = {**(state[0] or {}), **state[1]}
                return ("fields", name, list(fields.items()))
            if args and state is None:
                return ("args", name, args)
        return ("parts", name, args, kwargs, state, items, entries)

    @staticmethod
    def is_fields(state):
        return type(state) is dict and all(type(key) is str for key in state)

    @staticmethod
    def name(of):
        owner = getattr(of, "__self__", None)
        if isinstance(owner, type):
            return f"{Notation.name(owner)}.{of.__name__}"
        name = of.__qualname__
        return name if of.__module__ == "builtins" else f"{of.__module__}.{name}"

    def children(self, value):
        if type(value) in (list, tuple, set, frozenset):
            return list(value)
        if type(value) is dict:
            return list(value.values())
        if type(value) is bytearray:
            return []
        form = self.parts(value)
        match form:
            case ("fields" | "entries", _, pairs):
                return [value for _, value in pairs]
            case ("items" | "args", name, items):
                return items[1:] if self.zoned(value) else items
            case ("parts", _, args, kwargs, state, items, entries):
                return [*args, kwargs, state, *items, *(value for _, value in entries)]
        return []

    def is_alone(self, value):
        """What is the same wherever it stands."""
        return self.known(value) or isinstance(value, NAMED) or type(value) is tuple and not value

    def folded(self, value):
        """The second time at which clocks showed it; protocols before 4 do not say so."""
        return value.fold and self.protocol > 3

    def zoned(self, value):
        """A moment or a time with a zone that is told beside it."""
        return type(value) in (datetime.datetime, datetime.time) and value.tzinfo is not None and not self.folded(value)

    def meet(self, root):
        open = [root]
        while open:
            value = open.pop()
            if self.is_alone(value):
                continue
            if id(value) in self.met:
                self.shared.add(id(value))
                continue
            self.met.add(id(value))
            if type(value) not in (list, tuple, set, frozenset, dict, bytearray) and self.parts(value)[0] == "global":
                self.met.discard(id(value))
                continue
            open.extend(self.children(value))

    def note(self, value):
        if self.is_alone(value) or id(value) not in self.shared:
            return self.plain(value)
        if id(value) in self.numbers:
            return {"$again": self.numbers[id(value)]}
        self.numbers[id(value)] = len(self.numbers)
        return {"$shared": self.plain(value)}

    def all(self, values):
        return [self.note(value) for value in values]

    def pairs(self, pairs):
        return [[self.note(key), self.note(value)] for key, value in pairs]

    def plain(self, value):
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            return value if -(2**63) <= value < 2**63 else {"$bigint": str(value)}
        if kind is float:
            return {"$float": struct.pack(">d", value).hex()}
        if kind is str:
            return value
        if kind is bytes:
            return {"$bytes": value.hex()}
        if kind is list:
            return self.all(value)
        if kind in (tuple, set, frozenset):
            return {"$typed": kind.__name__, "value": self.all(value)}
        if kind is bytearray:
            return {"$typed": "bytearray", "value": {"$bytes": value.hex()}}
        if kind is dict:
            return {"$map": self.pairs(value.items())}
        if isinstance(value, NAMED):
            return {"$typed": "pickle/global", "value": self.name(value)}
        if self.known(value):
            return self.scalar(value)
        match self.parts(value):
            case ("global", name):
                return {"$typed": "pickle/global", "value": name}
            case ("fields", name, pairs):
                return {"$object": name, "fields": self.pairs(pairs)}
            case ("entries", name, pairs):
                return {"$typed": name, "value": {"$map": self.pairs(pairs)}}
            case ("items" | "args", name, items):
                if self.zoned(value):
                    return {"$typed": name, "value": [self.scalar(value.replace(tzinfo=None)), *self.all(items[1:])]}
                return {"$typed": name, "value": self.all(items)}
            case ("parts", name, args, kwargs, state, items, entries):
                parts = {}
                if args:
                    parts["args"] = self.all(args)
                if kwargs:
                    parts["kwargs"] = self.note(kwargs)
                if state is not None:
                    parts["state"] = self.note(state)
                if items:
                    parts["listitems"] = self.all(items)
                if entries:
                    parts["dictitems"] = {"$map": self.pairs(entries)}
                return {"$typed": name, "value": {"$map": [[name, part] for name, part in parts.items()]}}

    @staticmethod
    def scalar(value):
        match value:
            case datetime.datetime(tzinfo=zone):
                length = value.replace(tzinfo=None) - EPOCH
                moment = [length.days * 86400 + length.seconds, length.microseconds * 1000]
                if zone is None:
                    return {"$datetime": moment}
                name = zone.__getinitargs__()[1:]
                offset = zone.utcoffset(None)
                return {"$zoned": [*moment, offset.days * 86400 + offset.seconds, name[0] if name else ""]}
            case datetime.date():
                return {"$date": value.toordinal() - EPOCH.toordinal()}
            case datetime.time():
                return {"$time": ((value.hour * 60 + value.minute) * 60 + value.second) * 10**9 + value.microsecond * 1000}
            case datetime.timedelta():
                return {"$duration": [value.days * 86400 + value.seconds, value.microseconds * 1000]}
            case decimal.Decimal():
                sign, digits, exponent = value.as_tuple()
                number = int("".join(map(str, digits))) * (-1 if sign else 1)
                return {"$decimal": str(number), "scale": -exponent}
            case uuid.UUID():
                return {"$uuid": str(value)}


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    draw = random.Random(seed)
    values = [*fixed(), *(large() if count > 1000 else ()), *(drawn(draw, 4, []) for _ in range(count))]
    for value in values:
        for protocol in range(6):
            try:
                written = pickle.dumps(value, protocol)
            except (TypeError, pickle.PicklingError, RecursionError, AttributeError, NotImplementedError):
                continue
            noted = Notation(protocol).of(value)
            print(json.dumps({"protocol": protocol, "bytes": base64.b64encode(written).decode(), "value": noted}, ensure_ascii=False))


if __name__ == "__main__":
    main()
