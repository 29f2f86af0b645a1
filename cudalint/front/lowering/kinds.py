"""Numbers of libclang's C interface: cursor kinds, type kinds, operators. An ABI version of libclang fixes them."""

from __future__ import annotations

from typing import Final

# -- declarations ------------------------------------------------------------------------------------------------------
UNEXPOSED_DECL: Final = 1
STRUCT_DECL: Final = 2
UNION_DECL: Final = 3
CLASS_DECL: Final = 4
FIELD_DECL: Final = 6
ENUM_CONSTANT_DECL: Final = 7
FUNCTION_DECL: Final = 8
VAR_DECL: Final = 9
PARM_DECL: Final = 10
CXX_METHOD: Final = 21
NAMESPACE: Final = 22
LINKAGE_SPEC: Final = 23
CONSTRUCTOR: Final = 24
DESTRUCTOR: Final = 25
CONVERSION_FUNCTION: Final = 26
TEMPLATE_NON_TYPE_PARAMETER: Final = 28
FUNCTION_TEMPLATE: Final = 30
CLASS_TEMPLATE: Final = 31
CLASS_TEMPLATE_PARTIAL_SPECIALIZATION: Final = 32

# -- references --------------------------------------------------------------------------------------------------------
TYPE_REF: Final = 43
CXX_BASE_SPECIFIER: Final = 44
TEMPLATE_REF: Final = 45
MEMBER_REF: Final = 47
OVERLOADED_DECL_REF: Final = 49
VARIABLE_REF: Final = 50
FIRST_INVALID: Final = 70
LAST_INVALID: Final = 73

# -- expressions -------------------------------------------------------------------------------------------------------
FIRST_EXPRESSION: Final = 100
UNEXPOSED_EXPR: Final = 100
DECL_REF_EXPR: Final = 101
MEMBER_REF_EXPR: Final = 102
CALL_EXPR: Final = 103
INTEGER_LITERAL: Final = 106
FLOATING_LITERAL: Final = 107
STRING_LITERAL: Final = 109
CHARACTER_LITERAL: Final = 110
PAREN_EXPR: Final = 111
UNARY_OPERATOR: Final = 112
ARRAY_SUBSCRIPT_EXPR: Final = 113
BINARY_OPERATOR: Final = 114
COMPOUND_ASSIGNMENT_OPERATOR: Final = 115
CONDITIONAL_OPERATOR: Final = 116
CSTYLE_CAST_EXPR: Final = 117
COMPOUND_LITERAL_EXPR: Final = 118
INIT_LIST_EXPR: Final = 119
STATEMENT_EXPR: Final = 121
GENERIC_SELECTION_EXPR: Final = 122
GNU_NULL_EXPR: Final = 123
CXX_STATIC_CAST_EXPR: Final = 124
CXX_DYNAMIC_CAST_EXPR: Final = 125
CXX_REINTERPRET_CAST_EXPR: Final = 126
CXX_CONST_CAST_EXPR: Final = 127
CXX_FUNCTIONAL_CAST_EXPR: Final = 128
CXX_BOOL_LITERAL_EXPR: Final = 130
CXX_NULL_PTR_LITERAL_EXPR: Final = 131
CXX_THIS_EXPR: Final = 132
CXX_NEW_EXPR: Final = 134
CXX_DELETE_EXPR: Final = 135
CXX_UNARY_EXPR: Final = 136
LAMBDA_EXPR: Final = 144
CXX_ADDRSPACE_CAST_EXPR: Final = 152
LAST_EXPRESSION: Final = 199

# -- statements --------------------------------------------------------------------------------------------------------
UNEXPOSED_STMT: Final = 200
LABEL_STMT: Final = 201
COMPOUND_STMT: Final = 202
CASE_STMT: Final = 203
DEFAULT_STMT: Final = 204
IF_STMT: Final = 205
SWITCH_STMT: Final = 206
WHILE_STMT: Final = 207
DO_STMT: Final = 208
FOR_STMT: Final = 209
GOTO_STMT: Final = 210
CONTINUE_STMT: Final = 212
BREAK_STMT: Final = 213
RETURN_STMT: Final = 214
ASM_STMT: Final = 215
CXX_CATCH_STMT: Final = 223
CXX_TRY_STMT: Final = 224
CXX_FOR_RANGE_STMT: Final = 225
NULL_STMT: Final = 230
DECL_STMT: Final = 231

# -- attributes --------------------------------------------------------------------------------------------------------
ANNOTATE_ATTR: Final = 406
CUDACONSTANT_ATTR: Final = 412
CUDADEVICE_ATTR: Final = 413
CUDAGLOBAL_ATTR: Final = 414
CUDASHARED_ATTR: Final = 416

FUNCTIONS: Final = frozenset(
    (
        FUNCTION_DECL,
        FUNCTION_TEMPLATE,
        CXX_METHOD,
        CONSTRUCTOR,
        DESTRUCTOR,
        CONVERSION_FUNCTION,
    )
)
CLASSES: Final = frozenset(
    (
        STRUCT_DECL,
        UNION_DECL,
        CLASS_DECL,
        CLASS_TEMPLATE,
        CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
    )
)
SCOPES: Final = CLASSES | {NAMESPACE, LINKAGE_SPEC, UNEXPOSED_DECL}
CASTS: Final = (
    CSTYLE_CAST_EXPR,
    CXX_STATIC_CAST_EXPR,
    CXX_DYNAMIC_CAST_EXPR,
    CXX_REINTERPRET_CAST_EXPR,
    CXX_CONST_CAST_EXPR,
    CXX_FUNCTIONAL_CAST_EXPR,
    CXX_ADDRSPACE_CAST_EXPR,
)

# -- types -------------------------------------------------------------------------------------------------------------
TYPE_INVALID: Final = 0
TYPE_VOID: Final = 2
TYPE_BOOL: Final = 3
TYPE_NULLPTR: Final = 24
TYPE_POINTER: Final = 101
TYPE_LVALUE_REFERENCE: Final = 103
TYPE_RVALUE_REFERENCE: Final = 104
TYPE_RECORD: Final = 105
TYPE_ENUM: Final = 106
TYPE_FUNCTION: Final = frozenset((110, 111))
TYPE_CONSTANT_ARRAY: Final = 112
TYPE_DEPENDENT_ARRAY: Final = 116
TYPE_ARRAYS: Final = frozenset((112, 114, 115, 116))
TYPE_SIGNED_INTEGERS: Final = frozenset((13, 14, 15, 16, 17, 18, 19, 20))
TYPE_UNSIGNED_INTEGERS: Final = frozenset((4, 5, 6, 7, 8, 9, 10, 11, 12))
TYPE_SIZED: Final = frozenset((100, 113, 117, 176, 177))
"""Complex numbers, vector extensions, pointers to members, atomics."""
TYPE_FLOATING: Final = frozenset((21, 22, 23, 30, 31, 32, 39, 40))

# -- operators ---------------------------------------------------------------------------------------------------------
UNARY_STEPS: Final = {1: (1, True), 2: (-1, True), 3: (1, False), 4: (-1, False)}
"""CXUnaryOperatorKind of increments and decrements: step, postfix."""
UNARY_ADDRESS_OF: Final = 5
UNARY_DEREFERENCE: Final = 6
UNARY_PASS: Final = frozenset((7, 11, 13))
UNARY_SIGNS: Final = {8: "-", 9: "~", 10: "!"}

BINARY_ARITHMETIC: Final = {
    3: "*",
    4: "/",
    5: "%",
    6: "+",
    7: "-",
    8: "<<",
    9: ">>",
    17: "&",
    18: "^",
    19: "|",
}
"""CXBinaryOperatorKind."""
BINARY_COMPARISON: Final = {11: "<", 12: ">", 13: "<=", 14: ">=", 15: "==", 16: "!="}
BINARY_LOGICAL: Final = {20: "&&", 21: "||"}
BINARY_ASSIGN: Final = 22
COMPOUND: Final = {
    23: "*",
    24: "/",
    25: "%",
    26: "+",
    27: "-",
    28: "<<",
    29: ">>",
    30: "&",
    31: "^",
    32: "|",
}
BINARY_COMMA: Final = 33

STORAGE_EXTERN: Final = 2
STORAGE_STATIC: Final = 3
LINKAGE_NONE: Final = 1
