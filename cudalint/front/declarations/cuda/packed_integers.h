// Arithmetic on two or four integers packed in a word.
#pragma once
#include "language.h"
#define CUDALINT_PACKED(name)                                \
  unsigned name##2(unsigned, unsigned = 0, unsigned = 0);    \
  unsigned name##4(unsigned, unsigned = 0, unsigned = 0);
#define CUDALINT_WORD(name, type) type name(type, type, type = 0); type name##_relu(type, type, type = 0);

extern "C++" {
#pragma clang force_cuda_host_device begin
CUDALINT_PACKED(__vadd) CUDALINT_PACKED(__vaddss) CUDALINT_PACKED(__vaddus)
CUDALINT_PACKED(__vsub) CUDALINT_PACKED(__vsubss) CUDALINT_PACKED(__vsubus)
CUDALINT_PACKED(__vabs) CUDALINT_PACKED(__vabsss) CUDALINT_PACKED(__vneg) CUDALINT_PACKED(__vnegss)
CUDALINT_PACKED(__vabsdiffs) CUDALINT_PACKED(__vabsdiffu) CUDALINT_PACKED(__vsads) CUDALINT_PACKED(__vsadu)
CUDALINT_PACKED(__vavgs) CUDALINT_PACKED(__vavgu) CUDALINT_PACKED(__vhaddu)
CUDALINT_PACKED(__vmaxs) CUDALINT_PACKED(__vmaxu) CUDALINT_PACKED(__vmins) CUDALINT_PACKED(__vminu)
CUDALINT_PACKED(__vcmpeq) CUDALINT_PACKED(__vcmpne) CUDALINT_PACKED(__vcmpges) CUDALINT_PACKED(__vcmpgeu)
CUDALINT_PACKED(__vcmpgts) CUDALINT_PACKED(__vcmpgtu) CUDALINT_PACKED(__vcmples) CUDALINT_PACKED(__vcmpleu)
CUDALINT_PACKED(__vcmplts) CUDALINT_PACKED(__vcmpltu)
CUDALINT_PACKED(__vseteq) CUDALINT_PACKED(__vsetne) CUDALINT_PACKED(__vsetges) CUDALINT_PACKED(__vsetgeu)
CUDALINT_PACKED(__vsetgts) CUDALINT_PACKED(__vsetgtu) CUDALINT_PACKED(__vsetles) CUDALINT_PACKED(__vsetleu)
CUDALINT_PACKED(__vsetlts) CUDALINT_PACKED(__vsetltu)
CUDALINT_WORD(__vimax_s32, int) CUDALINT_WORD(__vimin_s32, int) CUDALINT_WORD(__vimax3_s32, int)
CUDALINT_WORD(__vimin3_s32, int) CUDALINT_WORD(__viaddmax_s32, int) CUDALINT_WORD(__viaddmin_s32, int)
CUDALINT_WORD(__vimax3_u32, unsigned) CUDALINT_WORD(__vimin3_u32, unsigned)
int __vibmax_s32(int, int, bool*);
int __vibmin_s32(int, int, bool*);
#pragma clang force_cuda_host_device end
}
