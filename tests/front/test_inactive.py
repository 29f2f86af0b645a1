import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from cudalint.front.inactive import INACTIVE, LOST, text_kernels
from tests.front.support import parsed


def test_branches_that_are_off_are_told_from_those_that_are_on(tmp_path: Path) -> None:
    source = """
        #ifdef __HIP_PLATFORM_AMD__
        __global__ void hip(int *p) { p[0] = 1; }
        #elif __CUDA_ARCH__ >= 800
        __global__ void ampere(int *p) { p[0] = 1; }
        #else
        __global__ void
        older(int *p) { p[0] = 1; }
        #endif
    """
    skipped = parsed(tmp_path, source).skipped
    assert [(s.name, s.reason, s.at.line) for s in skipped] == [("hip", INACTIVE, 3), ("older", INACTIVE, 7)]


def test_a_kernel_that_errors_lost_is_named(tmp_path: Path) -> None:
    source = "__global__ void on(int *p) { p[0] = 1; }\nclass X { ) ; __global__ void lost(int *p) { p[0] = 1; }\n"
    skipped = parsed(tmp_path, source).skipped
    assert [(s.name, s.reason) for s in skipped] in ([], [("lost", LOST)])
    assert "on" not in {s.name for s in skipped}


def test_definitions_are_told_from_everything_else() -> None:
    text = r"""
        // __global__ void comment(int *p) {}
        const char *s = "__global__ void text(int *p) {}";
        #define DEFINE(name) \
          __global__ void name(int *p) {}
        __global__ void declared(int *p);
        template <class T, int N = (3 > 2)> __global__ __launch_bounds__(N * 2) void bounds(T *p, int (*f)(int)) {}
        static __global__ void __attribute__((used)) attributed(int *p) {}
        LAUNCH_BOUNDS(256) __global__ BOUNDS(64) void after(int *p)
        {
        }
        __global__ void (*pointer)(int *p) = nullptr;
    """
    assert [name for name, _ in text_kernels(text)] == ["bounds", "attributed", "after"]


BRANCH = st.tuples(st.sampled_from(["#if 1", "#if 0", "#ifdef NOT_THERE", "#ifndef NOT_THERE"]), st.booleans())


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(BRANCH, max_size=3), min_size=1, max_size=4))
def test_exactly_the_inactive_kernels_are_skipped(nests: list[list[tuple[str, bool]]]) -> None:
    lines: list[str] = []
    off: list[str] = []
    for number, nest in enumerate(nests):
        active = True
        for condition, otherwise in nest:
            lines += [condition, "#else"] if otherwise else [condition]
            taken = condition in ("#if 1", "#ifndef NOT_THERE")
            active = active and taken != otherwise
        lines.append(f"template <int N> __global__ void k{number}(float *p) {{ p[N] = 1; }}")
        lines += ["#endif"] * len(nest)
        if not active:
            off.append(f"k{number}")
    with tempfile.TemporaryDirectory() as folder:
        skipped = parsed(Path(folder), "\n".join(lines) + "\n").skipped
    assert [(s.name, s.reason) for s in skipped] == [(name, INACTIVE) for name in off]
