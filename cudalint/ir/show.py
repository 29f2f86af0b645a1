"""A function of the IR as compact text, every load and conversion spelled out: for golden tests and for debugging.

`load(p)` reads a place, `(int)x` converts, `&p` takes an address or decays an array, `a[i]` is an element and `p.x` a
member, with scales and offsets in braces. What was not understood shows as `?reason(parts)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cudalint.ir import nodes
from cudalint.ir.types import (
    Array,
    Boolean,
    Floating,
    FunctionType,
    Integer,
    Pointer,
    Record,
    Reference,
    Type,
    Unknown,
    Void,
)
from cudalint.ir.unit import Function

_INDENT = "  "
_INTEGERS = {1: "char", 2: "short", 4: "int", 8: "long", 16: "int128"}
_FLOATING = {2: "half", 4: "float", 8: "double", 16: "long double"}


def show_type(type_: Type) -> str:
    """A type as it would be written, sizes by the usual C names."""
    if isinstance(type_, Void):
        return "void"
    if isinstance(type_, Boolean):
        return "bool"
    if isinstance(type_, Integer):
        return ("" if type_.signed else "u") + _INTEGERS.get(type_.size, f"int{8 * type_.size}")
    if isinstance(type_, Floating):
        return _FLOATING.get(type_.size, f"float{8 * type_.size}")
    if isinstance(type_, Pointer):
        qualifiers = ("const " if type_.pointee_const else "") + ("volatile " if type_.pointee_volatile else "")
        return f"{qualifiers}{show_type(type_.pointee)}*" + (" restrict" if type_.restrict else "")
    if isinstance(type_, Reference):
        return f"{'const ' if type_.const else ''}{show_type(type_.referent)}&"
    if isinstance(type_, Array):
        return _show_array(type_)
    if isinstance(type_, Record):
        return "lambda" if type_.lambda_ else type_.name
    if isinstance(type_, FunctionType):
        return "function"
    return f"?{type_.spelling}" if isinstance(type_, Unknown) else type(type_).__name__


def _show_array(type_: Array) -> str:
    bounds = ""
    element: Type = type_
    while isinstance(element, Array):
        bounds += f"[{'' if element.count is None else element.count}]"
        element = element.element
    return show_type(element) + bounds


def show_node(node: nodes.Node) -> str:
    """An expression or a place."""
    return _NODES[type(node)](node)


def show_statement(statement: nodes.Statement, indent: str = "") -> str:
    """A statement, over several lines, each with its line number in the source."""
    return "\n".join(_lines(statement, indent))


def show(function: Function) -> str:
    """A whole function."""
    parameters = ", ".join(f"{show_type(p.type)} {p.name}" for p in function.parameters)
    arguments = f"<{', '.join(function.template_arguments)}>" if function.template_arguments else ""
    flags = [function.kind]
    flags += ["template"] if function.is_template else []
    flags += ["repaired"] if function.repaired else []
    flags += ["launches"] if function.calls_launch else []
    flags += [f"bounds {function.launch_bounds}"] if function.launch_bounds is not None else []
    lines = [f"{' '.join(flags)} {show_type(function.result)} {function.qualified_name}{arguments}({parameters})"]
    lines.extend(
        f"     this+{item.offset}: {show_type(item.type)} = {show_node(item.value)}" for item in function.initialisers
    )
    lines.extend(_lines(function.body, ""))
    return "\n".join(lines)


# -- nodes -------------------------------------------------------------------------------------------------------------


def _join(parts: Iterable[nodes.Node]) -> str:
    return ", ".join(show_node(p) for p in parts)


def _member(node: nodes.Member) -> str:
    marks = f"+{node.offset}" + (f"|{node.vector}" if node.vector else "") + ("&" if node.reference else "")
    marks += f":{node.bits}" if node.bits is not None else ""
    return f"{show_node(node.record)}.{node.name}{{{marks}}}"


def _call(node: nodes.Call) -> str:
    receiver = f"{show_node(node.this)}." if node.this is not None else ""
    return f"{receiver}{node.name}({_join(node.arguments)})"


def _intrinsic(node: nodes.Intrinsic) -> str:
    receiver = f"{show_node(node.this)}." if node.this is not None else ""
    scope = f"{node.scope}::" if node.scope and node.this is None else ""
    arguments = f"<{', '.join(map(str, node.template_arguments))}>" if node.template_arguments else ""
    return f"{'@' if node.known else '@?'}{receiver}{scope}{node.name}{arguments}({_join(node.arguments)})"


def _launch(node: nodes.Launch) -> str:
    callee = show_node(node.callee) if node.callee is not None else node.name
    shared = f", {show_node(node.shared)}" if node.shared is not None else ""
    return f"{callee}<<<{show_node(node.grid)}, {show_node(node.block)}{shared}>>>({_join(node.arguments)})"


def _increment(node: nodes.Increment) -> str:
    sign = "++" if node.step > 0 else "--"
    scale = f"{{{node.scale}}}" if node.scale else ""
    place = show_node(node.place)
    return f"{place}{sign}{scale}" if node.postfix else f"{sign}{scale}{place}"


def _compound(node: nodes.CompoundAssign) -> str:
    scale = f"{{{node.scale}}}" if node.scale else f"{{{show_type(node.compute)}}}"
    return f"({show_node(node.place)} {node.operator}={scale} {show_node(node.value)})"


def _pointer_add(node: nodes.PointerAdd) -> str:
    return f"({show_node(node.pointer)} {'-' if node.negative else '+'}{{{node.scale}}} {show_node(node.index)})"


def _initialise(node: nodes.Initialise) -> str:
    return "{" + ", ".join(f"{offset}: {show_node(value)}" for offset, value in node.parts) + "}"


def _unknown(node: nodes.UnknownValue | nodes.UnknownPlace) -> str:
    return f"?{node.reason}({_join(node.parts)})"


def _infix(node: nodes.Binary | nodes.Logical) -> str:
    return f"({show_node(node.left)} {node.operator} {show_node(node.right)})"


_NODES: dict[type, Callable[[Any], str]] = {
    nodes.VariablePlace: lambda n: n.variable.name,
    nodes.Dereference: lambda n: f"*{show_node(n.pointer)}",
    nodes.Element: lambda n: f"{show_node(n.base)}[{show_node(n.index)}]{{{n.scale}}}",
    nodes.Member: _member,
    nodes.Temporary: lambda n: f"temporary({show_node(n.value)})",
    nodes.Reinterpret: lambda n: f"as<{show_type(n.type)}{f'+{n.offset}' if n.offset else ''}>({show_node(n.place)})",
    nodes.ConditionalPlace: lambda n: f"({show_node(n.condition)} ? {show_node(n.if_true)} : {show_node(n.if_false)})",
    nodes.EffectPlace: lambda n: f"({show_node(n.effect)}; {show_node(n.place)})",
    nodes.CallPlace: lambda n: f"referent({show_node(n.call)})",
    nodes.This: lambda n: "this",
    nodes.UnknownPlace: _unknown,
    nodes.Constant: lambda n: f"{n.value}",
    nodes.TemplateValue: lambda n: f"<{n.name}>",
    nodes.Text: lambda n: f'"{n.value}"',
    nodes.FunctionValue: lambda n: f"&{n.name}",
    nodes.Load: lambda n: f"load({show_node(n.place)})",
    nodes.AddressOf: lambda n: f"&{show_node(n.place)}",
    nodes.Convert: lambda n: f"({show_type(n.type)}){show_node(n.value)}",
    nodes.Unary: lambda n: f"{n.operator}{show_node(n.value)}",
    nodes.Binary: _infix,
    nodes.Logical: _infix,
    nodes.PointerAdd: _pointer_add,
    nodes.PointerDifference: lambda n: f"({show_node(n.left)} -{{{n.scale}}} {show_node(n.right)})",
    nodes.Assign: lambda n: f"({show_node(n.place)} = {show_node(n.value)})",
    nodes.CompoundAssign: _compound,
    nodes.Increment: _increment,
    nodes.Conditional: lambda n: f"({show_node(n.condition)} ? {show_node(n.if_true)} : {show_node(n.if_false)})",
    nodes.Comma: lambda n: f"({show_node(n.first)}, {show_node(n.second)})",
    nodes.Initialise: _initialise,
    nodes.Call: _call,
    nodes.CallValue: lambda n: f"({show_node(n.callee)})({_join(n.arguments)})",
    nodes.Intrinsic: _intrinsic,
    nodes.Construct: lambda n: f"{'new ' if n.function else ''}{show_type(n.type)}({_join(n.arguments)})",
    nodes.Closure: lambda n: f"closure[{', '.join(k.split('@')[0] for k in n.by_copy)}]",
    nodes.Launch: _launch,
    nodes.New: lambda n: f"new {show_type(n.type)}[{show_node(n.count) if n.count is not None else ''}]",
    nodes.UnknownValue: _unknown,
}


# -- statements --------------------------------------------------------------------------------------------------------


def _lines(statement: nodes.Statement, indent: str) -> list[str]:
    head = f"{statement.at.line:4d} {indent}"
    deeper = indent + _INDENT
    if isinstance(statement, nodes.Block):
        return [line for s in statement.body for line in _lines(s, deeper)] or [f"{head}{{}}"]
    if isinstance(statement, nodes.If):
        return _if_lines(statement, head, indent)
    if isinstance(statement, nodes.Loop):
        return _loop_lines(statement, head, indent)
    if isinstance(statement, nodes.Switch):
        before = _lines(statement.before, indent) if statement.before is not None else []
        inner = [line for s in statement.body for line in _lines(s, deeper)]
        return [*before, f"{head}switch {show_node(statement.value)}", *inner]
    if isinstance(statement, nodes.UnknownStatement):
        inner = [line for s in statement.parts for line in _lines(s, deeper)]
        return [f"{head}?{statement.reason}", *inner]
    return [head + _simple(statement)]


def _if_lines(statement: nodes.If, head: str, indent: str) -> list[str]:
    lines = _lines(statement.before, indent) if statement.before is not None else []
    lines.append(f"{head}if {show_node(statement.condition)}")
    if statement.if_true is not None:
        lines.extend(_lines(statement.if_true, indent + _INDENT))
    if statement.if_false is not None:
        lines.append(f"{head}else")
        lines.extend(_lines(statement.if_false, indent + _INDENT))
    return lines


def _loop_lines(statement: nodes.Loop, head: str, indent: str) -> list[str]:
    lines = _lines(statement.before, indent) if statement.before is not None else []
    condition = show_node(statement.condition) if statement.condition is not None else "forever"
    step = f" step {show_node(statement.step)}" if statement.step is not None else ""
    unroll = f" unroll {statement.unroll}" if statement.unroll is not None else ""
    lines.append(f"{head}{'do-while' if statement.test_last else 'while'} {condition}{step}{unroll}")
    return lines + _lines(statement.body, indent + _INDENT)


def _simple(statement: nodes.Statement) -> str:
    if isinstance(statement, nodes.Evaluate):
        return show_node(statement.value)
    if isinstance(statement, nodes.Declare):
        return _declare(statement)
    if isinstance(statement, nodes.Return):
        return "return" if statement.value is None else f"return {show_node(statement.value)}"
    if isinstance(statement, nodes.Case):
        return "default:" if statement.value is None else f"case {show_node(statement.value)}:"
    if isinstance(statement, nodes.Assembly):
        return f"asm({statement.text!r}; {_join(statement.outputs)}; {_join(statement.inputs)})"
    return type(statement).__name__.lower()


def _declare(statement: nodes.Declare) -> str:
    variable = statement.variable
    storage = "" if variable.storage == "local" else f"{variable.storage} "
    volatile = "volatile " if variable.volatile else ""
    text = f"{storage}{volatile}{show_type(variable.type)} {variable.name}"
    if statement.binding is not None:
        return f"{text} binds {show_node(statement.binding)}"
    return text if statement.initial is None else f"{text} = {show_node(statement.initial)}"
