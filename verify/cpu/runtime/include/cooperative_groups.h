#pragma once
#include "cuda_runtime.h"
#include "cudalint/groups.h"
