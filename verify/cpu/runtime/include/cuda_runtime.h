// CUDA on the host, for programs that `cudalint verify --on-cpu` runs. Included before every file.
#pragma once

#define __CUDA_RUNTIME_H__
#define __DRIVER_TYPES_H__

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cudalint/language.h"
#include "cudalint/vectors.h"
#include "cudalint/mathematics.h"
#include "cudalint/atomics.h"
#include "cudalint/warp.h"
#include "cudalint/runtime.h"
#include "cudalint/textures.h"
#include "cudalint/copies.h"
#include "cudalint/assembly.h"
