"""Neighbouring values as one vector: the few operations that kernels need, as Numba hears them.

Loops over a handful of lanes are unrolled before LLVM can turn them into vectors; said so, each operation below
is one or two instructions of whatever machine it runs on. A vector is as wide as a line of the cache.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, models, register_model

BYTES = 64
"""Of one vector: 8 lanes of float64, 16 of float32."""


class Vector(types.Type):
    """The type of a vector of ``dtype``."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        self.lanes = BYTES * 8 // dtype.bitwidth
        super().__init__(name=f"Vector({dtype} x {self.lanes})")


@register_model(Vector)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, vector: Vector) -> None:
        one = manager.lookup(vector.dtype).get_value_type()
        super().__init__(manager, vector, ir.VectorType(one, vector.lanes))


def _pointer(context: Any, builder: Any, signature: Any, args: Any) -> tuple[Any, int]:
    """Return a pointer to the vector that begins at an index of a flat array, and how it is aligned."""
    array, index = args[:2]
    vector = Vector(signature.args[0].dtype)
    place = builder.gep(context.make_array(signature.args[0])(context, builder, array).data, [index])
    return builder.bitcast(place, context.get_value_type(vector).as_pointer()), vector.dtype.bitwidth // 8


@intrinsic
def load(_: Any, array: Any, index: Any) -> Any:  # noqa: ARG001 - named for who calls it
    """``load(array, index)``: the vector that begins at ``array[index]``; nothing is checked."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, align = _pointer(context, builder, signature, args)
        return builder.load(pointer, align=align)

    return Vector(array.dtype)(array, types.intp), code


@intrinsic
def store(_: Any, array: Any, index: Any, vector: Any) -> Any:  # noqa: ARG001
    """``store(array, index, vector)``: put it where ``load`` would find it."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, align = _pointer(context, builder, signature, args)
        builder.store(args[2], pointer, align=align)
        return context.get_dummy_value()

    return types.none(array, types.intp, vector), code


@intrinsic
def splat(_: Any, number: Any) -> Any:
    """``splat(number)``: the vector that holds it in every lane."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.get_value_type(signature.return_type)
        first = builder.insert_element(
            ir.Constant(kind, ir.Undefined), args[0], ir.Constant(ir.IntType(32), 0)
        )
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), None)
        return builder.shuffle_vector(first, ir.Constant(kind, ir.Undefined), zeros)

    return Vector(number)(number), code


@intrinsic
def add(_: Any, left: Any, right: Any) -> Any:
    """``add(left, right)``, lane by lane."""
    return left(left, right), lambda _, builder, __, args: builder.fadd(*args)


@intrinsic
def times(_: Any, left: Any, right: Any) -> Any:
    """``times(left, right)``, lane by lane."""
    return left(left, right), lambda _, builder, __, args: builder.fmul(*args)


@intrinsic
def larger(_: Any, left: Any, right: Any) -> Any:
    """``larger(left, right)``, lane by lane; there is no NaN."""

    def code(_: Any, builder: Any, __: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *args), *args)

    return left(left, right), code
