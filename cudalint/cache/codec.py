"""Frozen dataclasses as JSON and back, checked value by value: what does not fit the declared types is refused.

A dataclass is the list of its fields. Nothing but data can come out, whatever was written into the file.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from base64 import b64decode, b64encode
from collections.abc import Callable
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Any

from cudalint.access import Access, FileReport
from cudalint.analysis.outcome import Dependencies, FileOutcome
from cudalint.finding import Spoken

if TYPE_CHECKING:
    from cudalint.requests import Requests

Convert = Callable[[Any], Any]

MOST_REQUESTS = 1 << 16
LANES = 32


class Unfit(ValueError):
    """Data that is not what the types say."""


class _Stored:
    """Stands for `Requests`, whose module would bring numpy along."""


class _NeverKept:
    """Stands for `Derivation`: an outcome that holds one is not kept."""


_NAMES = {"Requests": _Stored, "Spoken": Spoken, "Derivation": _NeverKept}
"""What the dataclasses name without importing it."""


def encoded_outcome(outcome: FileOutcome) -> Any:
    """As JSON data."""
    return _codec(FileOutcome)[0](outcome)


def decoded_outcome(data: Any) -> FileOutcome:
    """Raises `Unfit`."""
    outcome: FileOutcome = _checked(FileOutcome, data)
    return outcome


def encoded_dependencies(dependencies: Dependencies) -> Any:
    """As JSON data."""
    return _codec(Dependencies)[0](dependencies)


def decoded_dependencies(data: Any) -> Dependencies:
    """Raises `Unfit`."""
    dependencies: Dependencies = _checked(Dependencies, data)
    return dependencies


def encoded_accesses(accesses: tuple[Access, ...]) -> Any:
    """As JSON data."""
    return [_codec(Access)[0](a) for a in accesses]


def decoded_accesses(data: Any) -> tuple[Access, ...]:
    """Raises `Unfit`."""
    accesses: tuple[Access, ...] = _checked(tuple[Access, ...], data)
    return accesses


def encoded_reports(reports: tuple[FileReport, ...]) -> Any:
    """As JSON data."""
    return [_codec(FileReport)[0](r) for r in reports]


def decoded_reports(data: Any) -> tuple[FileReport, ...]:
    """Raises `Unfit`."""
    reports: tuple[FileReport, ...] = _checked(tuple[FileReport, ...], data)
    return reports


def _checked(hint: Any, data: Any) -> Any:
    try:
        return _codec(hint)[1](data)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise Unfit(str(error)) from None


# -- by type -----------------------------------------------------------------------------------------------------------


@cache
def _codec(hint: Any) -> tuple[Convert, Convert]:
    """(encode, decode) of values of a type."""
    if hint in (str, bool, int):
        return _same, _instance(hint)
    if hint is float:
        return _same, _number
    if hint is _Stored:
        return _encode_requests, _decode_requests
    if hint is _NeverKept:
        return _refused, _refused
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return int, hint
    if dataclasses.is_dataclass(hint):
        return _dataclass(hint)
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _union(typing.get_args(hint))
    if origin is tuple:
        return _tuple(typing.get_args(hint))
    if origin is frozenset:
        encode, decode = _tuple((*typing.get_args(hint), Ellipsis))
        return lambda value: encode(sorted(value)), lambda data: frozenset(decode(data))
    raise TypeError(f"no codec for {hint}")


def _refused(value: Any) -> Any:
    raise Unfit(f"{type(value).__name__} is never kept")


def _same(value: Any) -> Any:
    return value


def _instance(wanted: type) -> Convert:
    def decode(data: Any) -> Any:
        if type(data) is not wanted:
            raise Unfit(f"no {wanted.__name__}")
        return data

    return decode


def _number(data: Any) -> Any:
    if type(data) is not float and type(data) is not int:
        raise Unfit("no number")
    return data


def _union(parts: tuple[Any, ...]) -> tuple[Convert, Convert]:
    """An optional value, a choice of plain ones, or an optional choice of dataclasses."""
    rest = [p for p in parts if p is not types.NoneType]
    if len(rest) == 1 or all(map(dataclasses.is_dataclass, rest)):
        encode, decode = _codec(rest[0]) if len(rest) == 1 else _choice(rest)
        return (
            lambda value: None if value is None else encode(value),
            lambda data: None if data is None else decode(data),
        )
    plain = frozenset(parts)

    def decode_plain(data: Any) -> Any:
        if type(data) not in plain:
            raise Unfit("none of the types")
        return data

    return _same, decode_plain


def _choice(kinds: list[Any]) -> tuple[Convert, Convert]:
    """One of several dataclasses: which of them, and its fields."""
    codecs = [_codec(kind) for kind in kinds]

    def decode(data: Any) -> Any:
        if type(data) is not list or len(data) != 2 or data[0] not in range(len(kinds)):
            raise Unfit("none of the kinds")
        return codecs[data[0]][1](data[1])

    def encode(value: Any) -> Any:
        kind = kinds.index(type(value))
        return [kind, codecs[kind][0](value)]

    return encode, decode


def _tuple(parts: tuple[Any, ...]) -> tuple[Convert, Convert]:
    if parts[-1] is Ellipsis:
        encode, decode = _codec(parts[0])

        def decode_all(data: Any) -> Any:
            if type(data) is not list:
                raise Unfit("no list")
            return tuple(map(decode, data))

        return lambda value: list(map(encode, value)), decode_all
    codecs = [_codec(part) for part in parts]
    return _record(codecs, tuple)


def _dataclass(hint: Any) -> tuple[Convert, Convert]:
    """Most outcomes hold values of few types, so the fields are looked at when there is a value."""

    @cache
    def fields() -> tuple[list[tuple[str, Convert]], Convert]:
        hints = typing.get_type_hints(hint, localns=_NAMES)
        codecs = {field.name: _codec(hints[field.name]) for field in dataclasses.fields(hint)}
        _, decode = _record(list(codecs.values()), lambda values: hint(*values))
        return [(name, encode) for name, (encode, _) in codecs.items()], decode

    return (
        lambda value: [encode(getattr(value, name)) for name, encode in fields()[0]],
        lambda data: fields()[1](data),
    )


def _record(codecs: list[tuple[Convert, Convert]], make: Convert) -> tuple[Convert, Convert]:
    encoders, decoders = [c[0] for c in codecs], [c[1] for c in codecs]
    count = len(codecs)

    def decode(data: Any) -> Any:
        if type(data) is not list or len(data) != count:
            raise Unfit(f"no list of {count}")
        return make([decode(part) for decode, part in zip(decoders, data, strict=True)])

    return lambda value: [encode(part) for encode, part in zip(encoders, value, strict=True)], decode


# -- requests ----------------------------------------------------------------------------------------------------------


def _encode_requests(value: Requests) -> Any:
    arrays = [b64encode(array.tobytes()).decode("ascii") for array in (value.offsets, value.counts, value.origins)]
    return [*arrays, value.width, value.shift, value.fixed, value.counted_as]


def _decode_requests(data: Any) -> Requests:
    kinds = (str, str, str, int, int, bool, str)
    if type(data) is not list or tuple(map(type, data)) != kinds:
        raise Unfit("no requests")
    import numpy

    from cudalint.requests import Requests

    offsets = numpy.frombuffer(b64decode(data[0], validate=True), numpy.int32)
    counts = numpy.frombuffer(b64decode(data[1], validate=True), numpy.int64)
    origins = numpy.frombuffer(b64decode(data[2], validate=True), numpy.int64)
    if not 0 < len(counts) <= MOST_REQUESTS or len(offsets) != LANES * len(counts):
        raise Unfit("requests of another shape")
    if len(origins) not in (0, len(offsets)):
        raise Unfit("requests with other origins")
    width, shift, fixed, counted_as = data[3:]
    return Requests(offsets.reshape(-1, LANES), counts, width, shift, fixed, counted_as, origins.reshape(-1, LANES))
